import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { ProtectedRefsService } from './protected-refs.service.js';
import { ChangeProtectedTagInput, newTagRule, ProtectTagInput, tagRuleChanges } from './protection.dto.js';
import { presentProtectedTag, ProtectedTagSchema } from './protection.presenter.js';

/** Contract: git §3.5. */
@Controller('projects/:id/protected_tags')
@Allow({ on: 'project', role: Role.Maintainer })
export class ProtectedTagsController {
  constructor(private readonly rules: ProtectedRefsService) {}

  @Get()
  @Allow({ on: 'project', role: Role.Developer })
  @Answers([ProtectedTagSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest) {
    return (await this.rules.pageOfTags(project.id, page)).map(presentProtectedTag);
  }

  @Get(':name')
  @Allow({ on: 'project', role: Role.Developer })
  @Answers(ProtectedTagSchema)
  async show(@Target() project: Project, @TextParam('name') name: string) {
    return presentProtectedTag(await this.rules.getTag(project.id, name));
  }

  @Post()
  @Answers(ProtectedTagSchema)
  async protect(@Target() project: Project, @Input() input: ProtectTagInput) {
    return presentProtectedTag(await this.rules.protectTag(project.id, newTagRule(input)));
  }

  @Patch(':name')
  @Answers(ProtectedTagSchema)
  async change(@Target() project: Project, @TextParam('name') name: string, @Input() input: ChangeProtectedTagInput) {
    return presentProtectedTag(await this.rules.changeTag(project.id, name, tagRuleChanges(input)));
  }

  @Delete(':name')
  @HttpCode(204)
  @Answers(null)
  async unprotect(@Target() project: Project, @TextParam('name') name: string) {
    await this.rules.unprotectTag(project.id, name);
  }
}

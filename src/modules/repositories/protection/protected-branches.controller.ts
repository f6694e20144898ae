import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { ProtectedRefsService } from './protected-refs.service.js';
import { branchRuleChanges, ChangeProtectedBranchInput, newBranchRule, ProtectBranchInput } from './protection.dto.js';
import { presentProtectedBranch, ProtectedBranchSchema } from './protection.presenter.js';

/** Contract: git §3.5. */
@Controller('projects/:id/protected_branches')
@Allow({ on: 'project', role: Role.Maintainer })
export class ProtectedBranchesController {
  constructor(private readonly rules: ProtectedRefsService) {}

  @Get()
  @Allow({ on: 'project', role: Role.Developer })
  @Answers([ProtectedBranchSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest) {
    return (await this.rules.pageOfBranches(project.id, page)).map(presentProtectedBranch);
  }

  @Get(':name')
  @Allow({ on: 'project', role: Role.Developer })
  @Answers(ProtectedBranchSchema)
  async show(@Target() project: Project, @TextParam('name') name: string) {
    return presentProtectedBranch(await this.rules.getBranch(project.id, name));
  }

  @Post()
  @Answers(ProtectedBranchSchema)
  async protect(@Target() project: Project, @Input() input: ProtectBranchInput) {
    return presentProtectedBranch(await this.rules.protectBranch(project.id, newBranchRule(input)));
  }

  @Patch(':name')
  @Answers(ProtectedBranchSchema)
  async change(
    @Target() project: Project,
    @Me() me: Caller,
    @TextParam('name') name: string,
    @Input() input: ChangeProtectedBranchInput,
  ) {
    const permission = { level: levelOf(project), isAdmin: me.isAdmin };
    return presentProtectedBranch(
      await this.rules.changeBranch(project.id, name, branchRuleChanges(input), permission),
    );
  }

  @Delete(':name')
  @HttpCode(204)
  @Answers(null)
  async unprotect(@Target() project: Project, @Me() me: Caller, @TextParam('name') name: string) {
    await this.rules.unprotectBranch(project.id, name, { level: levelOf(project), isAdmin: me.isAdmin });
  }
}

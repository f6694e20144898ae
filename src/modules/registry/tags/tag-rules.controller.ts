import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { ImageProjectResolver } from '../repositories/image-project.resolver.js';
import { CreateTagRuleInput, UpdateTagRuleInput } from './tag-rules.dto.js';
import { presentTagRule, TagRuleSchema } from './tag-rule.presenter.js';
import { TagRulesService } from './tag-rules.service.js';

const FOR_READERS = { on: ImageProjectResolver, anonymous: true, role: Role.Reporter };

/** Contract: registry §9.4. */
@Controller('projects/:id/registry/tag_rules')
@Allow({ on: ImageProjectResolver, anonymous: true, role: Role.Maintainer })
@AdmitsJobTokens({ switched: true })
export class TagRulesController {
  constructor(private readonly rules: TagRulesService) {}

  @Get()
  @Allow(FOR_READERS)
  @Answers([TagRuleSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest) {
    return (await this.rules.list(project, page)).map(presentTagRule);
  }

  @Get(':rule_id')
  @Allow(FOR_READERS)
  @Answers(TagRuleSchema)
  async show(@Target() project: Project, @IdParam('rule_id') id: number) {
    return presentTagRule(await this.rules.get(project, id));
  }

  @Post()
  @Answers(TagRuleSchema)
  async create(@Target() project: Project, @Me() me: Caller, @Input() input: CreateTagRuleInput) {
    const { tag_pattern: tagPattern, repository_pattern: repositoryPattern } = input;
    return presentTagRule(await this.rules.create(project, { tagPattern, repositoryPattern }, me));
  }

  @Put(':rule_id')
  @Answers(TagRuleSchema)
  async update(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('rule_id') id: number,
    @Input() input: UpdateTagRuleInput,
  ) {
    const { tag_pattern: tagPattern, repository_pattern: repositoryPattern } = input;
    return presentTagRule(await this.rules.update(project, id, { tagPattern, repositoryPattern }, me));
  }

  @Delete(':rule_id')
  @HttpCode(204)
  @Answers(null)
  remove(@Target() project: Project, @Me() me: Caller, @IdParam('rule_id') id: number) {
    return this.rules.delete(project, id, me);
  }
}

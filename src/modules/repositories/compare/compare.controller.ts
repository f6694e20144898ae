import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Target } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { CommitSchema, presentCommit } from '../reads/commit.presenter.js';
import { ProjectUrls } from '../project-code/project-urls.js';
import { ComparisonSchema, presentComparison } from './comparison.presenter.js';
import { ComparisonsService } from './comparisons.service.js';
import { CompareQuery, MergeBaseQuery } from './compare.dto.js';

/** Contract: git §3.4. */
@Controller('projects/:id/repository')
@Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
export class CompareController {
  constructor(
    private readonly comparisons: ComparisonsService,
    private readonly urls: ProjectUrls,
  ) {}

  @Get('compare')
  @Answers(ComparisonSchema)
  async compare(@Target() project: Project, @Input() { from, to, straight: isStraight = false }: CompareQuery) {
    const found = await this.comparisons.compare(project, from, to, isStraight);
    return presentComparison(found, { from, to, isStraight }, this.urls.of(project));
  }

  @Get('merge_base')
  @Answers(CommitSchema)
  async mergeBase(@Target() project: Project, @Input() { refs }: MergeBaseQuery) {
    return presentCommit(await this.comparisons.mergeBase(project, refs), this.urls.of(project));
  }
}

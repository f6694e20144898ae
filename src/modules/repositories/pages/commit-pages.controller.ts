import { Get } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { page } from '../../../platform/views/web-answer.js';
import { CommitsService } from '../commits/commits.service.js';
import { ComparisonsService } from '../compare/comparisons.service.js';
import { CodePagesService } from './code-pages.service.js';
import { commitPage } from './commit.page.js';
import { comparisonPage } from './comparison.page.js';

/** The page at the address that REST returns for a commit (contract: git §3.3). */
@PageController('*project/-/commit/:sha', { who: 'anybody' })
export class CommitPagesController {
  constructor(
    private readonly pages: CodePagesService,
    private readonly commits: CommitsService,
  ) {}

  @Get()
  async show(@PathText('project') path: string, @PathText('sha') sha: string, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const [commit, files] = [
      await this.commits.get(context.project, sha, web.caller, true),
      await this.commits.diff(context.project, sha),
    ];
    return page(commitPage(context, commit, files));
  }
}

/** Splits at the dots: no ref name contains two dots. */
const ENDS = /^(.+?)(\.\.\.?)(.+)$/s;

/** The page at the address that REST returns for a comparison (contract: git §3.4). */
@PageController('*project/-/compare/*ends', { who: 'anybody' })
export class ComparisonPagesController {
  constructor(
    private readonly pages: CodePagesService,
    private readonly comparisons: ComparisonsService,
  ) {}

  @Get()
  async show(@PathText('project') path: string, @PathText('ends') text: string, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const [, from, dots, to] = ENDS.exec(text) ?? [];
    if (from === undefined || to === undefined) {
      throw notFound('Page');
    }
    const ends = { from, to };
    return page(
      comparisonPage(context, ends, await this.comparisons.compare(context.project, from, to, dots === '..')),
    );
  }
}

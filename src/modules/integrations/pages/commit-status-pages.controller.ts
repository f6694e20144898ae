import { Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Fields, PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page } from '../../../platform/views/web-answer.js';
import { ProjectRateService } from '../planning/project-rate.service.js';
import { CommitStatusService } from '../reads/commit-status.service.js';
import { commitStatusPage } from './commit-status.page.js';
import { CommitStatusInput } from './commit-status.input.js';
import { IntegrationPagesService } from './integration-pages.service.js';

/** Maximum number of status reads per project and minute: the same as for test calls. */
const STATUS_RATE = { name: 'throttle_integration_statuses', requests: 30 };

/** Shows the status of a commit on a CI server, on request (contract: integrations §6.5). */
@PageController('*project/-/integrations/:slug/status', { who: 'signed-in' })
export class CommitStatusPagesController {
  constructor(
    private readonly pages: IntegrationPagesService,
    private readonly statuses: CommitStatusService,
    private readonly rate: ProjectRateService,
  ) {}

  /** Only a submitted form (POST) queries the server, so that crawlers and prefetching do not. */
  @Post()
  async read(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const { project, kind } = context;
    await this.rate.count(project, STATUS_RATE);
    const asked = {
      sha: textIn(fields, 'sha').trim(),
      ref: textIn(fields, 'ref').trim() || (project.defaultBranch ?? ''),
    };
    const outcome = await refusedFields(() => {
      const { sha, ref } = readInput(CommitStatusInput, asked);
      return this.statuses.read(project, kind, { sha: sha.toLowerCase(), ref });
    });
    return 'done' in outcome
      ? page(commitStatusPage(context, { asked, read: outcome.done, frame: web.frame }))
      : page(commitStatusPage(context, { asked, errors: outcome.errors, frame: web.frame }), { status: 422 });
  }
}

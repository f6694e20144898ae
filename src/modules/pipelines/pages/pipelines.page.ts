import type { Page } from '../../../common/pagination/page.js';
import type { Pipeline } from '../pipeline.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { seen } from '../../../platform/views/source-text.js';
import { table } from '../../../platform/views/table.js';
import { PIPELINES_TAB, pipelineAddress } from './ci-addresses.js';
import { statusTag } from './status-tag.js';

const SHORT_ID = 8;

export const pipelinesPage = (context: ProjectPageContext, found: Page<Pipeline>): Safe =>
  context.page(
    { tab: PIPELINES_TAB.name, title: 'Pipelines' },
    html`<h1>Pipelines</h1>
      <div class="card">
        ${
          found.items.length === 0
            ? html`<p class="muted">No pipelines yet. A push with a definition file creates one.</p>`
            : list(context, found)
        }
        ${pager(found, context.address + PIPELINES_TAB.path)}
      </div>`,
  );

const list = (context: ProjectPageContext, { items }: Page<Pipeline>): Safe =>
  table(
    ['Pipeline', 'Status', 'Ref', 'By', 'Created'],
    items.map((pipeline) => [
      html`<a href="${pipelineAddress(context, pipeline.id)}">#${pipeline.iid}</a> <small>${pipeline.source}</small>`,
      statusTag(pipeline.status),
      html`${seen(pipeline.ref)} <code>${pipeline.sha.slice(0, SHORT_ID)}</code>`,
      pipeline.user?.username ?? '',
      moment(pipeline.createdAt),
    ]),
  );

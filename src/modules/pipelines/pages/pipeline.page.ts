import type { ShownJob } from '../jobs/ci-job.js';
import type { Pipeline } from '../pipeline.js';
import { commitAddress, treeAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { button, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { seen } from '../../../platform/views/source-text.js';
import { table } from '../../../platform/views/table.js';
import type { PipelineMove } from '../project-pipelines/project-pipeline-moves.service.js';
import { jobAddress, PIPELINES_TAB, pipelineAddress } from './ci-addresses.js';
import { statusTag } from './status-tag.js';

const SHORT_ID = 8;

export interface PipelineFacts {
  readonly context: ProjectPageContext;
  readonly pipeline: Pipeline;
  readonly jobs: readonly ShownJob[];
  /** Actions that the viewer may take on the pipeline. */
  readonly moves: readonly PipelineMove[];
}

/** One pipeline with its jobs. */
export function pipelinePage({ context, pipeline, jobs, moves }: PipelineFacts, frame: Frame): Safe {
  const { iid, status, yamlErrors } = pipeline;
  return context.page(
    { tab: PIPELINES_TAB.name, title: `Pipeline #${iid}` },
    html`<div class="head">
        <h1>Pipeline #${iid}</h1>
        ${statusTag(status)}
      </div>
      ${originOf(context, pipeline)} ${yamlErrors === null ? NOTHING : html`<p class="alert">${yamlErrors}</p>`}
      ${moves.length === 0 ? NOTHING : moveForms(pipelineAddress(context, pipeline.id), moves, frame)}
      <div class="card">${jobs.length === 0 ? html`<p class="muted">No jobs.</p>` : jobTable(context, jobs)}</div>`,
  );
}

const originOf = (context: ProjectPageContext, { ref, sha, user, source, createdAt }: Pipeline): Safe =>
  html`<p class="muted">
    <a href="${treeAddress(context, ref)}">${seen(ref)}</a>
    <a href="${commitAddress(context, sha)}"><code>${sha.slice(0, SHORT_ID)}</code></a
    >, ${user === null ? NOTHING : html`by <a href="/${user.username}">${user.name}</a>, `}
    ${source.replaceAll('_', ' ')}, ${moment(createdAt)}
  </p>`;

const moveForms = (here: string, moves: readonly PipelineMove[], { csrfToken }: Frame): Safe =>
  html`<div class="actions">
    ${moves.map((move) =>
      form(
        { action: `${here}/${move}`, csrfToken, className: '' },
        move === 'retry' ? button('Retry failed jobs') : button('Cancel', 'plain'),
      ),
    )}
  </div>`;

const jobTable = (context: ProjectPageContext, jobs: readonly ShownJob[]): Safe =>
  table(
    ['Stage', 'Job', 'Status'],
    jobs.map((job) => [
      job.stage,
      html`<a href="${jobAddress(context, job.id)}">${job.name}</a>
        ${job.allowFailure ? html`<span class="tag">allowed to fail</span>` : NOTHING}`,
      statusTag(job.status),
    ]),
  );

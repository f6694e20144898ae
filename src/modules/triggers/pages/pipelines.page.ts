import type { Page } from '../../../common/pagination/page.js';
import type { ShownJob } from '../../../core/pipelines/ci-job.js';
import type { Pipeline } from '../../../core/pipelines/pipeline.js';
import type { Status } from '../../../core/pipelines/processing/statuses.js';
import type { ProjectPlace } from '../../../core/projects/pages/project-pages.service.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';

export const PIPELINES_TAB = { name: 'Pipelines', path: '/-/pipelines', position: 50 } as const;
const SHORT_ID = 8;

const TONES: Readonly<Partial<Record<Status, string>>> = {
  success: 'good',
  failed: 'bad',
  canceled: 'warn',
  manual: 'warn',
};
export const statusTag = (status: Status): Safe => html`<span class="tag ${TONES[status] ?? ''}">${status}</span>`;

export const pipelinesPage = (place: ProjectPlace, found: Page<Pipeline>): Safe =>
  place.page(
    { tab: PIPELINES_TAB.name, title: 'Pipelines' },
    html`<h1>Pipelines</h1>
      <div class="card">
        ${
          found.items.length === 0
            ? html`<p class="muted">None yet. A push with a definition file makes one.</p>`
            : list(place, found)
        }
        ${pager(found, place.address + PIPELINES_TAB.path)}
      </div>`,
  );

const list = ({ address }: ProjectPlace, { items }: Page<Pipeline>): Safe =>
  table(
    ['Pipeline', 'Status', 'Ref', 'By', 'Made'],
    items.map((pipeline) => [
      html`<a href="${address}${PIPELINES_TAB.path}/${pipeline.id}">#${pipeline.iid}</a>
        <small>${pipeline.source}</small>`,
      statusTag(pipeline.status),
      html`${pipeline.ref} <code>${pipeline.sha.slice(0, SHORT_ID)}</code>`,
      pipeline.user?.username ?? '',
      moment(pipeline.createdAt),
    ]),
  );

/** One pipeline with its jobs. */
export function pipelinePage(place: ProjectPlace, pipeline: Pipeline, jobs: readonly ShownJob[]): Safe {
  const { iid, status, ref, sha, yamlErrors, createdAt } = pipeline;
  return place.page(
    { tab: PIPELINES_TAB.name, title: `Pipeline #${iid}` },
    html`<div class="head">
        <h1>Pipeline #${iid}</h1>
        ${statusTag(status)}
      </div>
      <p class="muted">${ref} <code>${sha.slice(0, SHORT_ID)}</code>, ${moment(createdAt)}</p>
      ${yamlErrors === null ? NOTHING : html`<p class="alert" role="alert">${yamlErrors}</p>`}
      <div class="card">
        ${
          jobs.length === 0
            ? html`<p class="muted">No jobs.</p>`
            : table(
                ['Stage', 'Job', 'Status'],
                jobs.map((job) => [
                  job.stage,
                  html`${job.name} ${job.allowFailure ? html`<span class="tag">may fail</span>` : NOTHING}`,
                  statusTag(job.status),
                ]),
              )
        }
      </div>`,
  );
}

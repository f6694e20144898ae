import type { CiJob, JobArtifact } from '../jobs/ci-job.js';
import { commitAddress, treeAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { User } from '../../../core/users/user.js';
import { titleOf } from '../../../platform/git/commit-object.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { fact } from '../../../platform/views/fact.js';
import { button, form } from '../../../platform/views/forms.js';
import { address, html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { seen } from '../../../platform/views/source-text.js';
import { spanText } from '../../../platform/views/span-text.js';
import { ARCHIVE } from '../artifacts/artifact.js';
import type { JobMove } from '../jobs/job-move.js';
import { jobAddress, PIPELINES_TAB, pipelineAddress } from './ci-addresses.js';
import { logCard } from './job-log.section.js';
import type { ShownLog } from './job-log.section.js';
import { statusTag } from './status-tag.js';

const SHORT_ID = 8;
const BUTTONS: Readonly<Record<JobMove, readonly ['primary' | 'plain' | 'danger', string]>> = {
  retry: ['primary', 'Retry'],
  play: ['primary', 'Run'],
  cancel: ['plain', 'Cancel'],
  erase: ['danger', 'Erase log and artifacts'],
};

export interface JobFacts {
  readonly context: ProjectPageContext;
  readonly job: CiJob;
  readonly user: User | null;
  /** Null when the repository no longer has the commit. */
  readonly commit: Commit | null;
  readonly log: ShownLog;
  /** Actions that the viewer may take on the job. */
  readonly moves: readonly JobMove[];
}

/** One job with its log (contract: triggers §7). */
export function jobPage(facts: JobFacts, frame: Frame): Safe {
  const { context, job, log } = facts;
  return context.page(
    { tab: PIPELINES_TAB.name, title: job.name },
    html`<p class="muted">
        <a href="${pipelineAddress(context, job.pipelineId)}">Pipeline #${job.pipelineIid}</a> · ${job.stage}
      </p>
      <div class="head">
        <h1>${job.name}</h1>
        <span>
          ${statusTag(job.status)} ${job.allowFailure ? html`<span class="tag">allowed to fail</span>` : NOTHING}
          ${job.isRetried ? html`<span class="tag">retried</span>` : NOTHING}
        </span>
      </div>
      ${failureOf(job)} ${moveForms(facts, frame)}
      <div class="card">${factsOf(facts)}</div>
      ${artifactsCard(context, job)} ${logCard(jobAddress(context, job.id), job, log)}`,
  );
}

const failureOf = ({ status, failureReason }: CiJob): Safe =>
  status === 'failed'
    ? html`<p class="alert">Failed: ${(failureReason ?? 'unknown_failure').replaceAll('_', ' ')}.</p>`
    : NOTHING;

const moveForms = ({ context, job, moves }: JobFacts, { csrfToken }: Frame): Safe =>
  moves.length === 0
    ? NOTHING
    : html`<div class="actions">
        ${moves.map((move) => {
          const [tone, label] = BUTTONS[move];
          const action = `${jobAddress(context, job.id)}/${move}`;
          return form({ action, csrfToken, className: '' }, button(label, tone));
        })}
      </div>`;

function factsOf({ context, job, user, commit }: JobFacts): Safe {
  const { duration, queuedDuration, startedAt, runner, tags, coverage, description, targetUrl } = job;
  return html`<dl class="facts">
    ${description === null ? NOTHING : fact('Description', seen(description))}
    ${targetUrl === null ? NOTHING : fact('Reported by', outside(targetUrl))}
    ${fact(job.isTag ? 'Tag' : 'Branch', html`<a href="${treeAddress(context, job.ref)}">${seen(job.ref)}</a>`)}
    ${fact('Commit', [
      html`<a href="${commitAddress(context, job.sha)}"><code>${job.sha.slice(0, SHORT_ID)}</code></a> `,
      commit && seen(titleOf(commit.message)),
    ])}
    ${user === null ? NOTHING : fact('By', html`<a href="/${user.username}">${user.name}</a>`)}
    ${fact('Created', moment(job.createdAt))} ${startedAt === null ? NOTHING : fact('Started', moment(startedAt))}
    ${duration === null ? NOTHING : fact('Duration', spanText(duration))}
    ${queuedDuration === null ? NOTHING : fact('Queued', spanText(queuedDuration))}
    ${runner === null ? NOTHING : fact('Runner', `#${runner.id} ${runner.description ?? runner.name ?? ''}`)}
    ${
      tags.length === 0
        ? NOTHING
        : fact(
            'Tags',
            tags.map((tag) => html`<span class="tag">${tag}</span>`),
          )
    }
    ${coverage === null ? NOTHING : fact('Coverage', `${coverage} %`)}
  </dl>`;
}

/** A link to a URL given by an external program. */
const outside = (url: string): Safe => html`<a href="${address(url)}" rel="nofollow noopener noreferrer">${url}</a>`;

function artifactsCard(context: ProjectPageContext, { id, artifacts, artifactsExpireAt }: CiJob): Safe {
  if (artifacts.length === 0) {
    return NOTHING;
  }
  return html`<div class="card">
    <h2>Artifacts</h2>
    <ul class="entries">
      ${artifacts.map((artifact) => artifactLine(jobAddress(context, id), artifact))}
    </ul>
    ${artifactsExpireAt === null ? NOTHING : html`<p class="muted">Kept until ${moment(artifactsExpireAt)}.</p>`}
  </div>`;
}

const artifactLine = (here: string, { type, filename, size }: JobArtifact): Safe =>
  html`<li>
    ${type === ARCHIVE ? html`<a href="${here}/artifacts/download">${seen(filename)}</a>` : seen(filename)}
    <small>${type.replaceAll('_', ' ')}, ${bytesText(size)}</small>
  </li>`;

import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import type { CommitStatus } from '../kinds/status-read.js';
import type { AskedCommit, ReadStatus } from '../reads/commit-status.service.js';
import { integrationAddress, INTEGRATIONS_TAB } from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';

const TONES: Readonly<Partial<Record<CommitStatus, string>>> = {
  success: 'good',
  failed: 'bad',
  error: 'bad',
  canceled: 'warn',
};

interface StatusFacts {
  readonly asked: AskedCommit;
  readonly read?: ReadStatus;
  readonly errors?: FieldErrors;
  readonly frame: Frame;
}

/** Shows the status of a commit on the server, and the form for another commit. */
export function commitStatusPage(context: KindPageContext, { asked, read, errors = {}, frame }: StatusFacts): Safe {
  const { kind } = context;
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: `Status by ${kind.title}` },
    html`<h1>Status by <a href="${integrationAddress(context, kind.slug)}">${kind.title}</a></h1>
      ${read === undefined ? NOTHING : answer(asked, read)}
      <div class="card">${statusForm(context, asked, frame, errors)}</div>`,
  );
}

const answer = ({ sha, ref }: AskedCommit, { status, problem }: ReadStatus): Safe =>
  html`<div class="card">
    <p><code>${sha}</code> on ${ref === '' ? 'no branch' : ref}</p>
    <p><span class="tag ${TONES[status] ?? ''}">${status}</span></p>
    ${problem === null ? NOTHING : html`<p class="error">${problem}</p>`}
  </div>`;

/** Form for reading the status of a commit. */
export const statusForm = (
  context: KindPageContext,
  { sha, ref }: AskedCommit,
  { csrfToken }: Frame,
  errors: FieldErrors = {},
): Safe =>
  form({ action: `${integrationAddress(context, context.kind.slug)}/status`, csrfToken }, [
    field({
      name: 'sha',
      label: 'Commit',
      value: sha,
      errors: errors.sha ?? [],
      required: true,
      hint: 'Its whole id.',
    }),
    field({ name: 'ref', label: 'Branch', value: ref, errors: errors.ref ?? [], hint: 'The default branch if empty.' }),
    html`<div class="actions">${button('Read status', 'plain')}</div>`,
  ]);

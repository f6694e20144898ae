import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { button, form, hidden } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { table } from '../../../platform/views/table.js';
import type { CleanupPreview } from '../cleanup/cleanup-plan.js';
import type { DecidingRule, TagDecision } from '../cleanup/cleanup-rules.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { IMAGES_TAB } from './image-pages.service.js';

import { addressOf } from './tags.page.js';
import type { CleanupForm } from './tags.page.js';

const SHOWN = 500;
const REASONS: Readonly<Record<DecidingRule, string>> = {
  latest: 'latest always stays',
  immutable: 'held by a tag rule',
  name_regex_delete: 'by its name',
  name_regex_keep: 'kept by its name',
  keep_n: 'among the newest',
  older_than: 'by its age',
};

interface CleanupPageFacts {
  /** What the user entered; the form is shown again with these values if the bulk delete is rejected. */
  readonly values: CleanupForm;
  readonly preview: CleanupPreview;
}

/** Shows what a bulk delete would do, before it is started (contract: registry §4 Dry run). */
export function cleanupPage(
  context: ProjectPageContext,
  repository: RepositoryRecord,
  { values, preview }: CleanupPageFacts,
  { csrfToken }: Frame,
): Safe {
  const { decisions, planId, reclaimableBytes } = preview;
  const deleted = decisions.filter(({ action }) => action === 'delete').length;
  const here = addressOf(context, repository);
  return context.page(
    { tab: IMAGES_TAB.name, title: 'Bulk delete tags' },
    html`<h1>Delete ${deleted} of ${decisions.length} tags?</h1>
      <p>About ${bytesText(reclaimableBytes)} are freed.</p>
      <div class="card">
        ${table(['Tag', 'Action', 'Reason'], decisions.slice(0, SHOWN).map(row))}
        ${decisions.length > SHOWN ? html`<p class="muted">and ${decisions.length - SHOWN} more</p>` : NOTHING}
      </div>
      <div class="actions">
        ${
          deleted === 0
            ? NOTHING
            : form({ action: `${here}/cleanup/apply`, csrfToken }, [
                hidden('plan_id', planId),
                ...Object.entries<string>({ ...values }).map(([name, value]) => hidden(name, value)),
                button(`Delete ${deleted} ${deleted === 1 ? 'tag' : 'tags'}`, 'danger'),
              ])
        }
        <a class="button plain" href="${here}">Back</a>
      </div>`,
  );
}

const row = ({ tag, action, rule }: TagDecision) => [
  html`<strong>${tag.name}</strong>`,
  action === 'delete' ? html`<span class="tag bad">goes</span>` : html`<span class="tag good">stays</span>`,
  REASONS[rule],
];

import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { table } from '../../../platform/views/table.js';
import type { PackageCleanupPreview, PackageDecision } from '../cleanup/package-decisions.js';
import { PACKAGE_SETTINGS_TAB } from './package-tabs.js';

const MOST_SHOWN = 500;
const REASONS: Readonly<Record<PackageDecision['rule'], string>> = {
  policy: 'no rule says what to delete',
  package_types: 'of another format',
  name_regex_delete: 'by its name',
  name_regex_keep: 'kept by its name',
  keep_n_versions: 'by the number of versions',
  older_than: 'by its age',
};

/** Shows what the saved policy would do if it ran now (contract: packages §6.2). */
export function packageCleanupPage(
  context: ProjectPageContext,
  { decisions, bytes }: PackageCleanupPreview,
  { csrfToken }: Frame,
): Safe {
  const deleted = decisions.filter(({ action }) => action === 'delete');
  const kept = decisions.filter(({ action }) => action === 'keep');
  const shown = [...deleted, ...kept].slice(0, MOST_SHOWN);
  const here = context.address + PACKAGE_SETTINGS_TAB.path;
  return context.page(
    { tab: PACKAGE_SETTINGS_TAB.name, title: 'Clean-up' },
    html`<h1>${deleted.length} of ${decisions.length} packages would be deleted</h1>
      <p>Their files hold ${bytesText(bytes)}.</p>
      <div class="card">
        ${shown.length === 0 ? html`<p class="muted">No packages yet.</p>` : table(['Package', 'Version', 'Action', 'Reason'], shown.map(row))}
        ${decisions.length > MOST_SHOWN ? html`<p class="muted">and ${decisions.length - MOST_SHOWN} more</p>` : NOTHING}
      </div>
      <div class="actions">
        ${
          deleted.length === 0
            ? NOTHING
            : confirmedForm({
                action: `${here}/cleanup`,
                csrfToken,
                label: 'Clean up now',
                question: `Delete ${deleted.length} ${deleted.length === 1 ? 'package' : 'packages'}?`,
                consequence: 'What the policy says then is deleted. It can be restored for a while.',
              })
        }
        <a class="button plain" href="${here}">Back</a>
      </div>`,
  );
}

const row = ({ package: found, action, rule }: PackageDecision) => [
  html`<strong>${found.name}</strong>`,
  found.version,
  action === 'delete' ? html`<span class="tag bad">goes</span>` : html`<span class="tag good">stays</span>`,
  REASONS[rule],
];

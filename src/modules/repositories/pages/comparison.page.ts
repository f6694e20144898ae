import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Comparison } from '../compare/comparison.js';
import { FILES_TAB } from './code-tabs.js';
import { commitLine } from './commit-line.js';
import { diffSection } from './diff-section.js';
import { seeing, seen } from '../../../platform/views/source-text.js';

/** The difference between two states of a repository. */
export const comparisonPage = (
  context: ProjectPageContext,
  { from, to }: { readonly from: string; readonly to: string },
  { commits, files, isTimedOut }: Comparison,
): Safe => {
  const shown = seeing();
  return context.page(
    { tab: FILES_TAB.name, title: `${from} and ${to}` },
    html`<h1>From ${seen(from)} to ${seen(to)}</h1>
      <div class="card">
        <h2>Commits</h2>
        ${commits.length === 0 ? html`<p class="muted">None.</p>` : NOTHING}
        <ul class="entries">
          ${commits.toReversed().map((commit) => html`<li>${commitLine(context, commit, shown)}</li>`)}
        </ul>
      </div>
      ${isTimedOut ? html`<p class="alert" role="alert">The files take too long to compare.</p>` : diffSection(files)}`,
  );
};

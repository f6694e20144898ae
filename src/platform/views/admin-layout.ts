import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';

const PAGES = [
  ['/admin/users', 'Users'],
  ['/admin/applications', 'Applications'],
  ['/admin/features', 'Switches'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/storages', 'Storages'],
] as const;

/** The administrator's pages, with the way between them. */
export const adminLayout = (title: (typeof PAGES)[number][1], frame: Frame, content: Insert): Safe =>
  layout(
    { title, frame },
    html`<nav class="tabs" aria-label="Administration">
        ${PAGES.map(
          ([to, name]) => html`<a href="${to}" ${name === title ? html`aria-current="page"` : ''}>${name}</a>`,
        )}
      </nav>
      <h1>${title}</h1>
      ${content}`,
  );

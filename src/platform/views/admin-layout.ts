import { html, NOTHING } from './html.js';
import type { Insert, Safe } from './html.js';
import { layout } from './layout.js';
import type { PageFacts } from './layout.js';

const PAGES = [
  ['/admin/users', 'Users'],
  ['/admin/applications', 'Applications'],
  ['/admin/features', 'Feature flags'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/storages', 'Storages'],
] as const;

export type AdminTab = (typeof PAGES)[number][1];

/** The layout of the administrator's pages, with their navigation. */
export const adminLayout = (tab: AdminTab, facts: PageFacts, content: Insert): Safe =>
  layout(
    facts,
    html`<nav class="tabs" aria-label="Administration">
        ${PAGES.map(
          ([to, name]) => html`<a href="${to}" ${name === tab ? html`aria-current="page"` : NOTHING}>${name}</a>`,
        )}
      </nav>
      ${content}`,
  );

/** A page that is called as its tab is. */
export const adminPage = (title: AdminTab, frame: PageFacts['frame'], content: Insert): Safe =>
  adminLayout(
    title,
    { title, frame },
    html`<h1>${title}</h1>
      ${content}`,
  );

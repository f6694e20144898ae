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

/** Layout of the administration pages, with their navigation. */
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

/** A page of a tab; its title is that of the tab by default. */
export const adminPage = (tab: AdminTab, frame: PageFacts['frame'], content: Insert, title: string = tab): Safe =>
  adminLayout(
    tab,
    { title, frame },
    html`<h1>${title}</h1>
      ${content}`,
  );

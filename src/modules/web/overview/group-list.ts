import type { Page } from '../../../common/pagination/page.js';
import type { Group } from '../../../core/groups/group.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { table } from '../../../platform/views/table.js';

/** Groups as a table; the sentence `none` if there are none. */
export const groupList = ({ items }: Page<Group>, none: string): Safe =>
  items.length === 0 ? html`<p class="muted">${none}</p>` : table(['Group', 'Visibility'], items.map(row));

const row = ({ fullPath, fullName, description, visibility }: Group) => [
  html`<a href="/groups/${fullPath}">${fullName}</a>
    ${description === null || description === '' ? NOTHING : html`<br /><small>${description}</small>`}`,
  html`<span class="tag">${visibility}</span>`,
];

import type { Page } from '../../../common/pagination/page.js';
import type { Project } from '../../../core/projects/project.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { table } from '../../../platform/views/table.js';

/** Projects as a table; the sentence `none` if there are none. */
export const projectList = ({ items }: Page<Project>, none: string): Safe =>
  items.length === 0
    ? html`<p class="muted">${none}</p>`
    : table(['Project', 'Visibility', 'Last activity'], items.map(row));

const row = ({ fullPath, fullName, description, visibility, archived, lastActivityAt }: Project) => [
  html`<a href="/${fullPath}">${fullName}</a> ${archived ? html`<span class="tag warn">archived</span>` : NOTHING}
    ${description === null || description === '' ? NOTHING : html`<br /><small>${description}</small>`}`,
  html`<span class="tag">${visibility}</span>`,
  moment(lastActivityAt),
];

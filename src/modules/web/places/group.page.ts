import type { Page } from '../../../common/pagination/page.js';
import type { Group } from '../../../core/groups/group.js';
import type { GroupPlace } from '../../../core/groups/pages/group-pages.service.js';
import type { Project } from '../../../core/projects/project.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { pager } from '../../../platform/views/pager.js';
import { groupList } from './group-list.js';
import { projectList } from './project-list.js';

/** A group with what lies directly in it. */
export function groupPage(place: GroupPlace, subgroups: Page<Group>, projects: Page<Project>): Safe {
  const { group, address } = place;
  const { description } = group;
  return place.page(
    { tab: 'Overview', title: 'Overview' },
    html`<div class="head">
        <h1>${group.name}</h1>
        <span class="tag">${group.visibility}</span>
      </div>
      ${description === null || description === '' ? NOTHING : html`<p>${description}</p>`}
      ${
        subgroups.items.length === 0
          ? NOTHING
          : html`<div class="card">
              <h2>Subgroups</h2>
              ${groupList(subgroups, '')}
            </div>`
      }
      <div class="card">
        <h2>Projects</h2>
        ${projectList(projects, 'No projects here that you may see.')} ${pager(projects, address)}
      </div>`,
  );
}

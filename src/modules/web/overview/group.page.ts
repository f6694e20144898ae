import type { Page } from '../../../common/pagination/page.js';
import type { Group } from '../../../core/groups/group.js';
import type { GroupPageContext } from '../../../core/groups/pages/group-pages.service.js';
import type { Project } from '../../../core/projects/project.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { pager } from '../../../platform/views/pager.js';
import { groupList } from './group-list.js';
import { projectList } from './project-list.js';

interface GroupFacts {
  readonly subgroups: Page<Group>;
  readonly projects: Page<Project>;
  /** Whether the viewer can probably create something in the group. */
  readonly mayMake: boolean;
}

/** A group with its direct contents. */
export function groupPage(context: GroupPageContext, { subgroups, projects, mayMake }: GroupFacts): Safe {
  const { group, address } = context;
  const { description } = group;
  return context.page(
    { tab: 'Overview', title: 'Overview' },
    html`<div class="head">
        <h1>${group.name}</h1>
        <span class="tag">${group.visibility}</span>
      </div>
      ${
        mayMake
          ? html`<div class="actions">
              <a class="button plain" href="/dashboard/projects/new?namespace_id=${group.id}">New project</a>
              <a class="button plain" href="/dashboard/groups/new?parent_id=${group.id}">New subgroup</a>
            </div>`
          : NOTHING
      }
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
        ${projectList(projects, 'No projects that you can see.')} ${pager(projects, address)}
      </div>`,
  );
}

import type { Page } from '../../../common/pagination/page.js';
import type { Group } from '../../../core/groups/group.js';
import type { Project } from '../../../core/projects/project.js';
import { button, checkbox } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { pager } from '../../../platform/views/pager.js';
import { groupList } from './group-list.js';
import { projectList } from './project-list.js';

export interface Asked {
  readonly search: string;
  /** Whether the page lists more than the viewer's own projects and groups. */
  readonly all: boolean;
}

export const projectsPage = (projects: Page<Project>, asked: Asked, frame: Frame): Safe =>
  listPage({ title: 'Projects', path: '/dashboard/projects', asked, frame }, projects, [
    projectList(projects, 'No projects to show.'),
  ]);

export const groupsPage = (groups: Page<Group>, asked: Asked, frame: Frame): Safe =>
  listPage({ title: 'Groups', path: '/dashboard/groups', asked, frame }, groups, [
    groupList(groups, 'No groups to show.'),
  ]);

interface ListFacts {
  readonly title: string;
  readonly path: string;
  readonly asked: Asked;
  readonly frame: Frame;
}

const listPage = ({ title, path, asked, frame }: ListFacts, found: Page<unknown>, content: Insert): Safe =>
  layout(
    { title, frame },
    html`<div class="head">
        <h1>${title}</h1>
        <a class="button primary" href="${path}/new">New ${title.toLowerCase().slice(0, -1)}</a>
      </div>
      <form class="search" method="get" action="${path}" role="search">
        <input type="search" name="search" value="${asked.search}" aria-label="Search" placeholder="Name or path" />
        ${checkbox({ name: 'all', label: 'All', checked: asked.all })} ${button('Search', 'plain')}
      </form>
      <div class="card">${content} ${pager(found, path, { search: asked.search, all: asked.all ? '1' : '' })}</div>`,
  );

import type { Page } from '../../../common/pagination/page.js';
import type { Project } from '../../../core/projects/project.js';
import type { User } from '../../../core/users/user.js';
import { address, html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { projectList } from './project-list.js';

/** Somebody's public face, with their own projects that the viewer sees (contract: core §3). */
export const userPage = (user: User, projects: Page<Project>, frame: Frame): Safe =>
  layout(
    { title: user.name, frame },
    html`<h1>${user.name}</h1>
      <p class="muted">@${user.username}</p>
      ${user.bio === null || user.bio === '' ? NOTHING : html`<p>${user.bio}</p>`} ${facts(user)}
      <div class="card">
        <h2>Projects</h2>
        ${projectList(projects, 'No projects here that you may see.')}
      </div>`,
  );

function facts({ location, organization, jobTitle, publicEmail, websiteUrl }: User): Safe {
  const known = [
    fact('Location', location),
    fact('Organization', organization),
    fact('Job', jobTitle),
    fact('E-mail', publicEmail),
    fact('Website', websiteUrl, (text) => html`<a href="${address(text)}" rel="nofollow noopener">${text}</a>`),
  ].filter((each) => each !== null);
  return known.length === 0 ? NOTHING : html`<div class="card"><dl class="facts">${known}</dl></div>`;
}

const fact = (name: string, text: string | null, shown: (text: string) => Insert = (plain) => plain): Safe | null =>
  text === null || text === ''
    ? null
    : html`<dt>${name}</dt>
        <dd>${shown(text)}</dd>`;

import type { Page } from '../../../common/pagination/page.js';
import type { Project } from '../../../core/projects/project.js';
import type { User } from '../../../core/users/user.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { address, html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import { projectList } from './project-list.js';

/**
 * A user's public profile with those of their projects that the viewer can see; anonymous viewers see only the name
 * (contract: core §3).
 */
export const userPage = (user: User, projects: Page<Project>, { caller, frame }: WebContext): Safe =>
  layout(
    { title: user.name, frame },
    html`<h1>${user.name}</h1>
      <p class="muted">
        @${user.username} ${user.state === 'active' ? NOTHING : html`<span class="tag bad">${user.state}</span>`}
        ${KINDS[user.kind] ?? NOTHING}
      </p>
      ${caller.isAnonymous ? NOTHING : aboutOf(user)}
      <div class="card">
        <h2>Projects</h2>
        ${projectList(projects, 'No projects that you can see.')}
      </div>`,
  );

const KINDS: Readonly<Partial<Record<User['kind'], Safe>>> = {
  project_bot: html`<span class="tag">token account</span>`,
  group_bot: html`<span class="tag">token account</span>`,
  system: html`<span class="tag">for deleted accounts</span>`,
};

const aboutOf = (user: User): Safe =>
  html`${user.bio === null || user.bio === '' ? NOTHING : html`<p class="text">${user.bio}</p>`} ${facts(user)}`;

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

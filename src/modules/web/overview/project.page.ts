import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { fact } from '../../../platform/views/fact.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';

interface Site {
  readonly baseUrl: string;
  readonly registryHost: string;
}

/** Overview of a project, with the addresses that clients need. */
export function projectPage(context: ProjectPageContext, { baseUrl, registryHost }: Site): Safe {
  const { project, address } = context;
  const { description, topics, archived } = project;
  return context.page(
    { tab: 'Overview', title: 'Overview' },
    html`<div class="head">
        <h1>${project.name}</h1>
        <span>
          <span class="tag">${project.visibility}</span>
          ${archived ? html`<span class="tag warn">archived</span>` : NOTHING}
        </span>
      </div>
      ${description === null || description === '' ? NOTHING : html`<p>${description}</p>`}
      ${topics.length === 0 ? NOTHING : html`<p>${topics.map((topic) => html`<span class="tag">${topic}</span>`)}</p>`}
      <div class="card">
        <dl class="facts">
          ${fact('Clone', html`<code>${baseUrl}${address}.git</code>`)}
          ${fact('Images', html`<code>${registryHost}${address.toLowerCase()}</code>`)}
          ${fact('Default branch', project.defaultBranch ?? 'none yet')} ${fact('Id', String(project.id))}
          ${fact('Created', moment(project.createdAt))} ${fact('Last activity', moment(project.lastActivityAt))}
        </dl>
      </div>`,
  );
}

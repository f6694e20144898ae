import type { Page } from '../../../../common/pagination/page.js';
import { html, NOTHING } from '../../../../platform/views/html.js';
import type { Safe } from '../../../../platform/views/html.js';
import type { Frame } from '../../../../platform/views/layout.js';
import { pager } from '../../../../platform/views/pager.js';
import { table } from '../../../../platform/views/table.js';
import type { Application } from '../application.js';
import { kindTags } from './application-tags.js';
import { areaLayout } from './area.js';
import type { Area } from './area.js';

export const listPage = (area: Area, applications: Page<Application>, frame: Frame): Safe =>
  areaLayout(
    area,
    { title: area.title, frame },
    html`<div class="head">
        <h1>${area.title}</h1>
        <a class="button primary" href="${area.base}/new">New application</a>
      </div>
      <div class="card">
        ${
          applications.items.length === 0
            ? html`<p class="muted">No applications yet.</p>`
            : table(
                ['Name', 'Client id', 'Redirect URIs', 'Kind'],
                applications.items.map((application) => row(area, application)),
              )
        }
        ${pager(applications, area.base)}
      </div>`,
  );

const row = (
  { base, isAdmin }: Area,
  { id, name, uid, redirectUris, owner, ...application }: Application,
): readonly Safe[] => [
  html`<a href="${base}/${id}">${name}</a> ${
      isAdmin ? html`<br /><small>${owner ? `@${owner.username}` : 'instance'}</small>` : NOTHING
    }`,
  html`<code>${uid.slice(0, 12)}…</code>`,
  html`${redirectUris.map((uri) => html`<div class="mono">${uri}</div>`)}`,
  kindTags(application),
];

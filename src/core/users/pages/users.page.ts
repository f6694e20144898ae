import type { Page } from '../../../common/pagination/page.js';
import type { User } from '../user.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { button, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { adminPage } from '../../../platform/views/admin-layout.js';

const BASE = '/admin/users';

export const usersPage = (users: Page<User>, search: string, frame: Frame, ownId: number): Safe =>
  adminPage(
    'Users',
    frame,
    html`<form class="search" method="get" action="${BASE}" role="search">
        <input
          type="search"
          name="search"
          value="${search}"
          aria-label="Search"
          placeholder="Name, username or e-mail"
        />
        ${button('Search', 'plain')}
      </form>
      <div class="card">
        ${table(
          ['Name', 'E-mail', 'State', 'Created', ''],
          users.items.map((user) => row(user, frame, ownId)),
        )}
        ${pager(users, BASE, { search })}
      </div>`,
  );

const row = (user: User, frame: Frame, ownId: number): readonly Insert[] => [
  html`<a href="/${user.username}">${user.name}</a>
    <small>@${user.username}</small> ${user.isAdmin ? html`<span class="tag warn">administrator</span>` : NOTHING}
    ${user.kind === 'human' ? NOTHING : html`<span class="tag">token account</span>`}`,
  user.email,
  html`<span class="tag ${user.state === 'active' ? 'good' : 'bad'}">${user.state}</span>`,
  moment(user.createdAt),
  user.id === ownId ? NOTHING : stateForm(user, frame),
];

const stateForm = ({ id, username, name, state }: User, { csrfToken }: Frame): Safe =>
  state === 'active'
    ? confirmedForm({
        action: `${BASE}/${id}/block`,
        csrfToken,
        label: 'Block',
        name: username,
        question: `Block ${name}?`,
        consequence: 'They are signed out, and their tokens are refused, until you activate the account again.',
      })
    : form(
        { action: `${BASE}/${id}/unblock`, csrfToken, className: '' },
        html`<button type="submit" class="button plain" aria-label="Activate ${username}">Activate</button>`,
      );

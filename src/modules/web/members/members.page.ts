import type { Page } from '../../../common/pagination/page.js';
import { roleName } from '../../../core/access/role.js';
import type { Member } from '../../../core/members/member.js';
import type { AccessToken } from '../../../core/tokens/access-token.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';

/** Members of a project or group, inherited ones included. */
export const membersContent = (members: Page<Member>, here: string): Safe =>
  html`<h1>Members</h1>
    <div class="card">
      ${table(
        ['Name', 'Role', 'Expires'],
        members.items.map(({ name, username, level, expiresAt }) => [
          html`<a href="/${username}">${name}</a> <small>@${username}</small>`,
          roleName(level),
          expiresAt ?? 'never',
        ]),
      )}
      ${pager(members, here)}
    </div>`;

/** Access tokens of a project or group; their values are shown nowhere. */
export const tokensContent = (tokens: Page<AccessToken>, here: string): Safe =>
  html`<h1>Access tokens</h1>
    <div class="card">
      ${
        tokens.items.length === 0
          ? html`<p class="muted">None. The API makes some.</p>`
          : table(
              ['Name', 'Role', 'Scopes', 'Last used', 'Expires'],
              tokens.items.map((token) => [
                html`<strong>${token.name}</strong>
                  ${token.isRevoked || token.isExpired ? html`<span class="tag bad">dead</span>` : ''}`,
                token.accessLevel === null ? '' : roleName(token.accessLevel),
                token.scopes.map((scope) => html`<span class="tag">${scope}</span>`),
                token.lastUsedAt === null ? 'never' : moment(token.lastUsedAt),
                token.expiresAt ?? 'never',
              ]),
            )
      }
      ${pager(tokens, here)}
    </div>`;

import type { Page } from '../../../common/pagination/page.js';
import { roleName } from '../../access/role.js';
import type { AccessToken } from '../access-token.js';
import { CONTAINER_SCOPES } from '../tokens.dto.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { secretCard } from '../../../platform/views/secret-card.js';
import { table } from '../../../platform/views/table.js';
import { tokenActs } from '../../../platform/views/token-acts.js';
import { roleField } from '../../members/pages/role-field.js';
import { expiryField, nameCell, nameFields, scopeFields, scopesCell } from './token-fields.js';
import type { TokenFields } from './token-fields.js';

/** Fields of the form, as they were sent. */
export interface AccessTokenFields extends TokenFields {
  readonly level: string;
}

export interface AccessTokensFacts {
  readonly tokens: Page<AccessToken>;
  readonly here: string;
  /** Roles that the viewer may grant. */
  readonly levels: readonly number[];
  readonly values?: AccessTokenFields;
  readonly errors?: FieldErrors;
  /** Value of the token that was just created. */
  readonly created?: string | undefined;
}

const NONE: AccessTokenFields = { name: '', level: '30', expiresAt: '', scopes: [] };

/** Access tokens of a project or group. */
export const accessTokensContent = (facts: AccessTokensFacts, frame: Frame): Safe => {
  const { tokens, here, created } = facts;
  return html`<h1>Access tokens</h1>
    ${created === undefined ? NOTHING : secretCard('access-token', created)}
    <div class="card">
      ${tokens.items.length === 0 ? html`<p class="muted">No access tokens yet.</p>` : list(facts, frame)}
      ${pager(tokens, here)}
    </div>
    ${makeForm(facts, frame)}`;
};

const list = ({ tokens, here }: AccessTokensFacts, frame: Frame): Safe =>
  table(
    ['Name', 'Role', 'Scopes', 'Last used', 'Expires', ''],
    tokens.items.map((token) => [
      nameCell(token),
      token.accessLevel === null ? '' : roleName(token.accessLevel),
      scopesCell(token.scopes),
      token.lastUsedAt === null ? 'never' : moment(token.lastUsedAt),
      token.expiresAt ?? 'never',
      tokenActs(`${here}/${token.id}`, token, frame),
    ]),
  );

const makeForm = ({ here, levels, values = NONE, errors = {} }: AccessTokensFacts, { csrfToken }: Frame): Safe =>
  html`<div class="card">
    <h2>New token</h2>
    ${form({ action: here, csrfToken }, [
      ...nameFields(values, errors),
      html`<div class="columns">
        ${roleField(levels, values.level, errors.access_level)} ${expiryField(values, errors)}
      </div>`,
      scopeFields(values, CONTAINER_SCOPES, errors),
      html`<div class="actions">${button('Create token')}</div>`,
    ])}
  </div>`;

import { SCOPES } from '../../access/scope.js';
import type { AccessToken } from '../access-token.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, checkbox, choices, field, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { secretCard } from '../../../platform/views/secret-card.js';
import { tokenActs } from '../../../platform/views/token-acts.js';
import { table } from '../../../platform/views/table.js';
import { moment } from '../../../platform/views/moment.js';
import { profileLayout } from '../../../platform/views/profile-layout.js';

const BASE = '/-/profile/personal_access_tokens';

export interface TokenForm {
  readonly name: string;
  readonly expiresAt: string;
  readonly scopes: readonly string[];
}

export interface TokensFacts {
  readonly frame: Frame;
  readonly tokens: readonly AccessToken[];
  readonly values?: TokenForm;
  readonly errors?: FieldErrors;
  /** Shown only once. */
  readonly created?: string | undefined;
}

const EMPTY: TokenForm = { name: '', expiresAt: '', scopes: [] };

export const tokensPage = ({ frame, tokens, values = EMPTY, errors = {}, created }: TokensFacts): Safe =>
  profileLayout(
    { title: 'Personal tokens', frame, ...(created === undefined ? {} : { notice: 'The token was created.' }) },
    html`${created === undefined ? NOTHING : secretCard('personal-token', created)}
      <div class="card">${list(tokens, frame)}</div>
      <div class="card">
        <h2>New token</h2>
        ${form({ action: BASE, csrfToken: frame.csrfToken }, [
          field({ name: 'token[name]', label: 'Name', value: values.name, errors: errors.name ?? [], required: true }),
          field({
            name: 'token[expires_at]',
            label: 'Expires',
            type: 'date',
            value: values.expiresAt,
            errors: errors.expires_at ?? [],
            hint: 'Leave empty for a token that never expires.',
          }),
          choices({ label: 'Scopes', errors: errors.scopes ?? [] }, scopeBoxes(values, frame)),
          html`<div class="actions">${button('Create token')}</div>`,
        ])}
      </div>`,
  );

const scopeBoxes = ({ scopes }: TokenForm, { user }: Frame): Safe[] =>
  SCOPES.filter((scope) => scope !== 'sudo' || user?.isAdmin).map((scope) =>
    checkbox({ name: 'token[scopes][]', label: scope, value: scope, checked: scopes.includes(scope) }),
  );

const list = (tokens: readonly AccessToken[], frame: Frame): Safe =>
  tokens.length === 0
    ? html`<p class="muted">You have no active tokens.</p>`
    : table(
        ['Name', 'Scopes', 'Created', 'Last used', 'Expires', ''],
        tokens.map((token) => row(token, frame)),
      );

const row = (token: AccessToken, frame: Frame): readonly Insert[] => [
  html`<strong>${token.name}</strong>`,
  token.scopes.map((scope) => html`<span class="tag">${scope}</span>`),
  moment(token.createdAt),
  token.lastUsedAt === null ? 'never' : moment(token.lastUsedAt),
  token.expiresAt ?? 'never',
  tokenActs(`${BASE}/${token.id}`, token, frame),
];

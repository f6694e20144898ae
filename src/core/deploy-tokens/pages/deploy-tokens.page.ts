import type { Page } from '../../../common/pagination/page.js';
import { DEPLOY_TOKEN_SCOPES } from '../deploy-token.js';
import type { DeployToken } from '../deploy-token.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { secretCard } from '../../../platform/views/secret-card.js';
import { table } from '../../../platform/views/table.js';
import { revocation } from '../../../platform/views/token-acts.js';
import { expiryField, nameCell, nameFields, scopeFields, scopesCell } from '../../tokens/pages/token-fields.js';
import type { TokenFields } from '../../tokens/pages/token-fields.js';

/** Fields of the form, as they were sent. */
export interface DeployTokenFields extends TokenFields {
  readonly username: string;
}

export interface DeployTokensFacts {
  readonly tokens: Page<DeployToken>;
  readonly here: string;
  readonly values?: DeployTokenFields;
  readonly errors?: FieldErrors;
  /** The token that was just created. */
  readonly created?: { readonly username: string; readonly value: string } | undefined;
}

const NONE: DeployTokenFields = { name: '', username: '', expiresAt: '', scopes: [] };

/** Deploy tokens of a project or group. */
export const deployTokensContent = (facts: DeployTokensFacts, frame: Frame): Safe => {
  const { tokens, here, created } = facts;
  return html`<h1>Deploy tokens</h1>
    <p class="muted">Deploy tokens let machines clone, pull and push with a username of their own, and nothing else.</p>
    ${
      created === undefined
        ? NOTHING
        : html`${secretCard('deploy-token', created.value)}
            <p>Its username is <code id="deploy-token-username">${created.username}</code>.</p>`
    }
    <div class="card">
      ${tokens.items.length === 0 ? html`<p class="muted">No deploy tokens yet.</p>` : list(facts, frame)}
      ${pager(tokens, here)}
    </div>
    ${makeForm(facts, frame)}`;
};

const list = ({ tokens, here }: DeployTokensFacts, { csrfToken }: Frame): Safe =>
  table(
    ['Name', 'Username', 'Scopes', 'Expires', ''],
    tokens.items.map((token) => [
      nameCell(token),
      html`<code>${token.username}</code>`,
      scopesCell(token.scopes),
      token.expiresAt === null ? 'never' : moment(token.expiresAt),
      revocation(`${here}/${token.id}`, token.name, csrfToken),
    ]),
  );

const makeForm = ({ here, values = NONE, errors = {} }: DeployTokensFacts, { csrfToken }: Frame): Safe =>
  html`<div class="card">
    <h2>New deploy token</h2>
    ${form({ action: here, csrfToken }, [
      ...nameFields(values, errors),
      html`<div class="columns">
        ${field({
          name: 'username',
          label: 'Username',
          value: values.username,
          errors: errors.username ?? [],
          hint: 'Leave empty to generate one.',
        })}
        ${expiryField(values, errors)}
      </div>`,
      scopeFields(values, DEPLOY_TOKEN_SCOPES, errors),
      html`<div class="actions">${button('Create deploy token')}</div>`,
    ])}
  </div>`;

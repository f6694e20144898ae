import type { Page } from '../../../common/pagination/page.js';
import { roleName } from '../../access/role.js';
import type { Member } from '../member.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { button, field, form, formAlert } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { roleField } from './role-field.js';

/** Fields of the form, as they were sent. */
export interface MemberFields {
  readonly username: string;
  readonly level: string;
  readonly expiresAt: string;
}

export interface MembersFacts {
  readonly members: Page<Member>;
  /** Ids of direct members, as opposed to inherited ones. */
  readonly directIds: ReadonlySet<number>;
  readonly here: string;
  readonly isManager: boolean;
  /** Roles that the viewer may grant. */
  readonly levels: readonly number[];
  readonly ownId: number;
  readonly values?: MemberFields;
  readonly errors?: FieldErrors;
}

/** Lists the members of a project or group, including inherited ones. */
export const membersContent = (facts: MembersFacts, frame: Frame): Safe =>
  html`<h1>Members</h1>
    ${facts.isManager ? addForm(facts, frame) : NOTHING}
    <div class="card">
      ${table(
        ['Name', 'Role', 'Expires', ''],
        facts.members.items.map((member) => row(facts, member, frame)),
      )}
      ${pager(facts.members, facts.here)}
    </div>`;

const NONE: MemberFields = { username: '', level: '30', expiresAt: '' };

const addForm = ({ here, levels, values = NONE, errors = {} }: MembersFacts, { csrfToken }: Frame): Safe =>
  html`<div class="card">
    <h2>Add member</h2>
    ${form({ action: here, csrfToken }, [
      ...alertsOf(errors),
      field({
        name: 'username',
        label: 'Username',
        value: values.username,
        errors: [...(errors.username ?? []), ...(errors.user_id ?? [])],
        required: true,
      }),
      html`<div class="columns">
        ${roleField(levels, values.level, errors.access_level)} ${expiryField(values.expiresAt, errors.expires_at)}
      </div>`,
      html`<div class="actions">${button('Add member')}</div>`,
    ])}
  </div>`;

function row({ here, directIds, isManager, ownId }: MembersFacts, member: Member, { csrfToken }: Frame): Insert[] {
  const isDirect = directIds.has(member.id);
  const address = `${here}/${member.id}`;
  const leave = (): Safe =>
    confirmedForm({
      action: address,
      csrfToken,
      method: 'delete',
      label: 'Leave',
      question: 'Leave?',
      consequence: 'You lose access immediately.',
    });
  return [
    html`<a href="/${member.username}">${member.name}</a> <small>@${member.username}</small>`,
    html`${roleName(member.level)} ${isDirect ? NOTHING : html`<span class="tag">inherited</span>`}`,
    member.expiresAt ?? 'never',
    html`${isDirect && isManager ? html`<a class="button plain" href="${address}/edit">Edit</a>` : NOTHING}
    ${isDirect && member.id === ownId ? leave() : NOTHING}`,
  ];
}

interface MemberFormFacts {
  readonly member: Member;
  readonly here: string;
  readonly levels: readonly number[];
  readonly values: Pick<MemberFields, 'level' | 'expiresAt'>;
  readonly errors?: FieldErrors;
}

/** Form for changing or ending a membership. */
export function memberContent(facts: MemberFormFacts, { csrfToken }: Frame): Safe {
  const { member, here, levels, values, errors = {} } = facts;
  const action = `${here}/${member.id}`;
  return html`<h1>${member.name}</h1>
    <p class="muted">@${member.username}, ${roleName(member.level)}</p>
    <div class="card">
      ${form({ action, csrfToken, method: 'patch' }, [
        ...alertsOf(errors),
        roleField(levels, values.level, errors.access_level),
        expiryField(values.expiresAt, errors.expires_at),
        html`<div class="actions">${button('Save')} <a class="button plain" href="${here}">Cancel</a></div>`,
      ])}
    </div>
    <div class="card">
      <h2>Remove</h2>
      <p>What they created remains. They lose access immediately.</p>
      ${confirmedForm({
        action,
        csrfToken,
        method: 'delete',
        label: 'Remove member',
        question: `Remove ${member.name}?`,
        consequence: 'They lose access immediately.',
      })}
    </div>`;
}

const alertsOf = ({ base = [] }: FieldErrors): Insert[] => base.map(formAlert);

const expiryField = (value: string, errors: readonly string[] = []): Safe =>
  field({
    name: 'expires_at',
    label: 'Expires',
    type: 'date',
    value,
    errors,
    hint: 'Leave empty for a membership that never expires.',
  });

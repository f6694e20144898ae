import { elementMatches } from '../filters/element-matches.js';
import type { ScimFilter } from '../filters/scim-filter.js';
import { toJsonObject } from '../../../common/params/json-object.js';
import { byLowerName } from '../protocol/by-lower-name.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { invalidValue, scimBadRequest } from '../protocol/scim-errors.js';
import { refuseManyEmails } from '../users/read-scim-user.js';
import type { EmailPart } from './patch-path.js';
import type { PatchOperation } from './read-patch.js';

type Emails = readonly JsonObject[];

interface EmailsTarget {
  readonly filter: ScimFilter | null;
  readonly part: EmailPart | null;
}

/** Returns the e-mail addresses after an operation; they are validated together with the whole user. */
export function patchedEmails(emails: Emails, { op, value }: PatchOperation, { filter, part }: EmailsTarget): Emails {
  if (filter === null && part === null) {
    return wholeList(emails, op, value);
  }
  const isMeant = (email: JsonObject): boolean => filter === null || elementMatches(filter, email);
  if (!emails.some(isMeant)) {
    return withoutMatch(emails, op, value, { filter, part });
  }
  if (op === 'remove' && part === null) {
    return emails.filter((email) => !isMeant(email));
  }
  const changes = part === null ? objectIn(value) : { [part]: op === 'remove' ? undefined : value };
  return onePrimary(
    emails.map((email) => (isMeant(email) ? { ...email, ...changes } : email)),
    isTrue(changes.primary) ? isMeant : null,
  );
}

function wholeList(emails: Emails, op: PatchOperation['op'], value: unknown): Emails {
  if (op === 'remove') {
    return [];
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  refuseManyEmails(list); // each is compared with all others
  const given = list.map(objectIn);
  if (op === 'replace') {
    return given;
  }
  const isGiven = (email: JsonObject): boolean => given.some((other) => other.value === email.value);
  const merged = [...emails.filter((email) => !isGiven(email)), ...given];
  return onePrimary(merged, given.some(({ primary }) => isTrue(primary)) ? isGiven : null);
}

/** A value for a type without an address creates one; other filters create nothing (contract: scim-graphql §A4). */
function withoutMatch(
  emails: Emails,
  op: PatchOperation['op'],
  value: unknown,
  { filter, part }: EmailsTarget,
): Emails {
  const isType = filter?.kind === 'comparison' && filter.path === 'type' && filter.operator === 'eq';
  if (op !== 'remove' && part === 'value' && isType) {
    return [...emails, { type: filter.value, value }];
  }
  throw scimBadRequest('noTarget', 'No address matches the filter.');
}

/** When an address becomes primary, the others no longer are. */
const onePrimary = (emails: Emails, isNew: ((email: JsonObject) => boolean) | null): Emails =>
  isNew === null ? emails : emails.map((email) => (isNew(email) ? email : { ...email, primary: false }));

const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && value.toLowerCase() === 'true');

function objectIn(value: unknown): JsonObject {
  const object = toJsonObject(value);
  if (!object) {
    throw invalidValue('emails must be a list of objects.');
  }
  return Object.fromEntries(byLowerName(object));
}

import { isLonger } from '../../../common/text/is-longer.js';
import { MAIL_ADDRESS, MAX_MAIL_ADDRESS } from '../../../common/text/mail-address.js';
import { toJsonObject } from '../../../common/params/json-object.js';
import { byLowerName } from '../protocol/by-lower-name.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { invalidValue } from '../protocol/scim-errors.js';
import type { ScimEmail, ScimUser } from './scim-user.js';

const MAX_TEXT = 255;
const MAX_EMAILS = 20;

/**
 * Parses a user sent by a provider; attribute names in any case. Throws 400 invalidValue (contract: scim-graphql §A3,
 * §A4).
 */
export function readScimUser(body: JsonObject): ScimUser {
  const attributes = byLowerName(body);
  const name = namePartsOf(attributes.get('name'));
  const userName = textIn(attributes, 'userName');
  if (userName === null || userName.trim() === '') {
    throw invalidValue('userName is required.');
  }
  return {
    userName,
    externalId: textIn(attributes, 'externalId'),
    displayName: textIn(attributes, 'displayName'),
    ...name,
    emails: emailsOf(attributes.get('emails')),
    active: readActive(attributes.get('active')),
  };
}

function textIn(attributes: ReadonlyMap<string, unknown>, name: string): string | null {
  const value = attributes.get(name.toLowerCase()) ?? null;
  if (value === null) {
    return null;
  }
  if (typeof value !== 'string' || isLonger(value, MAX_TEXT)) {
    throw invalidValue(`${name} must be a text of at most ${MAX_TEXT} characters.`);
  }
  return value;
}

function namePartsOf(value: unknown): Pick<ScimUser, 'formattedName' | 'givenName' | 'familyName'> {
  const object = toJsonObject(value ?? {});
  if (!object) {
    throw invalidValue('name must be an object.');
  }
  const parts = byLowerName(object);
  return {
    formattedName: textIn(parts, 'formatted'),
    givenName: textIn(parts, 'givenName'),
    familyName: textIn(parts, 'familyName'),
  };
}

/** Throws 400 for too many addresses. */
export function refuseManyEmails(list: readonly unknown[]): void {
  if (list.length > MAX_EMAILS) {
    throw wrongCount();
  }
}

const wrongCount = () => invalidValue(`emails must be a list of 1 to ${MAX_EMAILS}.`);

function emailsOf(value: unknown): readonly ScimEmail[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  refuseManyEmails(list);
  if (list.length === 0) {
    throw wrongCount();
  }
  const emails = list.map(emailOf);
  const marked = emails.findIndex(({ primary }) => primary);
  if (emails.filter(({ primary }) => primary).length > 1) {
    throw invalidValue('At most one of the emails is primary.');
  }
  return emails.map((email, at) => ({ ...email, primary: at === Math.max(marked, 0) }));
}

function emailOf(item: unknown): ScimEmail {
  const object = toJsonObject(item);
  if (!object) {
    throw invalidValue('emails must be a list of objects.');
  }
  const attributes = byLowerName(object);
  const value = textIn(attributes, 'value');
  const type = textIn(attributes, 'type');
  if (value === null || value.length > MAX_MAIL_ADDRESS || !MAIL_ADDRESS.test(value)) {
    throw invalidValue('The value of each of the emails must be an address.');
  }
  return {
    value,
    ...(type === null ? {} : { type }),
    primary: readBoolean(attributes.get('primary'), 'primary') ?? false,
  };
}

const readActive = (value: unknown): boolean | undefined => readBoolean(value, 'active');

/** Some providers send booleans as capitalised text (contract: scim-graphql §A3). */
function readBoolean(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') {
    return true;
  }
  if (text === false || text === 'false') {
    return false;
  }
  throw invalidValue(`${name} must be a boolean.`);
}

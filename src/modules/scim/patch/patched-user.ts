import { plainPath } from '../protocol/plain-path.js';
import { toJsonObject } from '../../../common/params/json-object.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { invalidValue, scimBadRequest } from '../protocol/scim-errors.js';
import { readScimUser } from '../users/read-scim-user.js';
import type { ScimIdentity } from '../users/scim-identity.js';
import type { ScimUser } from '../users/scim-user.js';
import { patchedEmails } from './patched-emails.js';
import { readPatchPath } from './patch-path.js';
import type { PatchPath } from './patch-path.js';
import type { PatchOperation } from './read-patch.js';

const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:user';

/** A user as attributes, which operations change one by one. */
interface Draft {
  readonly attributes: JsonObject;
  readonly name: JsonObject;
  readonly emails: readonly JsonObject[];
}

/**
 * Returns the user after all operations, parsed like one that was sent as a whole. Throws 400 (contract: scim-graphql
 * §A4).
 */
export function patchedUser(identity: ScimIdentity, operations: readonly PatchOperation[]): ScimUser {
  const { attributes, name, emails } = operations.flatMap(pathed).reduce(patched, draftOf(identity));
  return readScimUser({ ...attributes, name, emails });
}

function draftOf({ active, userName, externalId, displayName, ...identity }: ScimIdentity): Draft {
  const { formattedName: formatted, givenName, familyName } = identity;
  return {
    attributes: { active, userName, externalId, displayName },
    name: { formatted, givenName, familyName },
    emails: identity.emails.map((email) => ({ ...email })),
  };
}

/**
 * An operation without a path applies to each attribute of its value, with dotted names or below the URN of its schema.
 */
function pathed(operation: PatchOperation): readonly PatchOperation[] {
  if (operation.path !== null) {
    return [operation];
  }
  if (operation.op === 'remove') {
    throw scimBadRequest('noTarget', 'remove needs a path.');
  }
  const value = toJsonObject(operation.value);
  if (!value) {
    throw invalidValue('Without a path the value must be an object.');
  }
  return Object.entries(value).flatMap(([path, one]) =>
    plainPath(path) === CORE_USER ? pathed({ ...operation, value: one }) : [{ ...operation, path, value: one }],
  );
}

function patched(draft: Draft, operation: PatchOperation): Draft {
  const path = readPatchPath(operation.path ?? '');
  if (operation.op !== 'remove' && operation.value === undefined) {
    throw invalidValue(`${operation.op} needs a value.`);
  }
  const value = operation.op === 'remove' ? null : (operation.value ?? null);
  switch (path.kind) {
    case 'attribute':
      return { ...draft, attributes: { ...draft.attributes, [path.name]: value } };
    case 'name':
      return { ...draft, name: patchedName(draft.name, value, path) };
    case 'emails':
      return { ...draft, emails: patchedEmails(draft.emails, operation, path) };
    case 'ignored':
      return draft;
  }
}

function patchedName(name: JsonObject, value: unknown, { part }: Extract<PatchPath, { kind: 'name' }>): JsonObject {
  if (part !== null) {
    return { ...name, [part]: value };
  }
  if (value === null) {
    return {};
  }
  const parts = toJsonObject(value);
  if (!parts) {
    throw invalidValue('name must be an object.');
  }
  return Object.entries(parts).reduce<JsonObject>((all, [key, one]) => {
    const inner = readPatchPath(`name.${key}`);
    return inner.kind === 'name' && inner.part !== null ? { ...all, [inner.part]: one } : all;
  }, name);
}

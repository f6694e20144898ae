import { parseFilter } from '../filters/parse-filter.js';
import { plainPath } from '../protocol/plain-path.js';
import type { ScimFilter } from '../filters/scim-filter.js';
import { scimBadRequest } from '../protocol/scim-errors.js';

/** Target of an operation. */
export type PatchPath =
  | { readonly kind: 'attribute'; readonly name: 'active' | 'userName' | 'externalId' | 'displayName' }
  | { readonly kind: 'name'; readonly part: NamePart | null }
  | { readonly kind: 'emails'; readonly filter: ScimFilter | null; readonly part: EmailPart | null }
  /** A known attribute that is not stored. */
  | { readonly kind: 'ignored' };

export type NamePart = 'formatted' | 'givenName' | 'familyName';
export type EmailPart = 'value' | 'type' | 'primary';

const EXTENSION = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';
const PATH = /^([a-z][\w-]*)(?:\[(.*)\])?(?:\.([a-z][\w-]*))?$/is;
const ATTRIBUTES = ['active', 'userName', 'externalId', 'displayName'] as const;
const NAME_PARTS: readonly NamePart[] = ['formatted', 'givenName', 'familyName'];
const EMAIL_PARTS: readonly EmailPart[] = ['value', 'type', 'primary'];
const FIXED = new Set(['id', 'meta', 'schemas']);
/** Attributes of the core schema that are not stored (contract: scim-graphql §A3). */
const NOT_KEPT = new Set(
  (
    'nickname profileurl title usertype preferredlanguage locale timezone password phonenumbers ims photos addresses ' +
    'groups entitlements roles x509certificates'
  ).split(' '),
);
const PARTS_NOT_KEPT = new Set(['middlename', 'honorificprefix', 'honorificsuffix', 'display', '$ref']);

/** Parses a path. Throws 400 invalidPath, mutability, invalidFilter (contract: scim-graphql §A4). */
export function readPatchPath(path: string): PatchPath {
  if (path.toLowerCase().startsWith(EXTENSION)) {
    return { kind: 'ignored' };
  }
  const prefix = path.length - plainPath(path).length;
  const [, first = '', filter, part = null] = PATH.exec(path.slice(prefix).trim()) ?? [];
  const name = first.toLowerCase();
  if (FIXED.has(name)) {
    throw scimBadRequest('mutability', `${first} cannot change.`);
  }
  if (NOT_KEPT.has(name)) {
    return { kind: 'ignored' };
  }
  if (name === 'emails') {
    return emailsPath(filter === undefined ? null : parseFilter(filter), part);
  }
  if (filter !== undefined) {
    throw invalidPath();
  }
  return name === 'name' ? namePath(part) : attributePath(name, part);
}

function attributePath(lower: string, part: string | null): PatchPath {
  const name = ATTRIBUTES.find((known) => known.toLowerCase() === lower);
  if (!name || part !== null) {
    throw invalidPath();
  }
  return { kind: 'attribute', name };
}

function namePath(part: string | null): PatchPath {
  const known = partAmong(NAME_PARTS, part);
  return known === undefined ? { kind: 'ignored' } : { kind: 'name', part: known };
}

function emailsPath(filter: ScimFilter | null, part: string | null): PatchPath {
  const known = partAmong(EMAIL_PARTS, part);
  return known === undefined ? { kind: 'ignored' } : { kind: 'emails', filter, part: known };
}

/** Undefined for a part that is not stored. Throws 400 for an unknown one. */
function partAmong<T extends string>(known: readonly T[], part: string | null): T | null | undefined {
  if (part === null) {
    return null;
  }
  const lower = part.toLowerCase();
  const found = known.find((one) => one.toLowerCase() === lower);
  if (found === undefined && !PARTS_NOT_KEPT.has(lower)) {
    throw invalidPath();
  }
  return found;
}

const invalidPath = () => scimBadRequest('invalidPath', 'The path names no attribute of a user.');

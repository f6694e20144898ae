import { ApiError } from '../../../common/errors/api-error.js';
import { IS_BLANK, IS_INVALID, invalid, notGiven, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { FULL_ID } from '../../../platform/git/object-ids.js';
import { BRANCHES, TAGS } from '../../../platform/git/ref-names.js';
import { OBJECT_KINDS } from '../kinds/object-kind.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import type { Json } from '../kinds/step.js';
import { isObject, objectIn, textIn, toPayload } from '../planning/json.js';
import type { EventPayload } from '../records/event-payload.js';
import { REQUIRED_MEMBERS, WORDS } from './event-members.js';
import { withTypes } from './typed-members.js';

/** An event sent to the events API, found well-formed (contract: integrations §4.3). */
export interface SentEvent {
  readonly objectKind: ObjectKind;
  readonly payload: EventPayload;
}

/** Parameters of the call and its credentials, which are not members of the event. */
const NO_MEMBERS = [
  'id',
  'event_id',
  'dry_run',
  'private_token',
  'access_token',
  'job_token',
  'authenticity_token',
  'sudo',
];
const OBJECT_ATTRIBUTES = 'object_attributes';
const ZEROS = /^0+$/;

/** Throws 400 for the first required member that is missing, otherwise for all errors found. */
export function readEvent(sent: RawParams): SentEvent {
  const objectKind = readKind(sent.object_kind);
  const members = Object.entries(sent).filter(([name]) => !NO_MEMBERS.includes(name));
  const payload = { ...toPayload(Object.fromEntries(members)), object_kind: objectKind };
  demandMembers(objectKind, payload);
  const isPush = objectKind === 'push' || objectKind === 'tag_push';
  const read = withTypes(isPush ? withFullRef(payload, objectKind) : payload);
  const errors = [
    ...(isPush ? pushErrors(read, objectKind) : []),
    ...wordErrors(objectKind, read),
    ...blankErrors(objectKind, payload), // of several errors of a member, the last one is kept
  ];
  if (errors.length > 0) {
    throw invalid(Object.fromEntries(errors.map(([name, text]) => [name, [text]])));
  }
  return { objectKind, payload: read };
}

function readKind(raw: unknown): ObjectKind {
  if (raw === undefined || raw === null || raw === '') {
    throw notGiven('object_kind');
  }
  const kind = OBJECT_KINDS.find((known) => known === (raw === 'job' ? 'build' : raw));
  if (!kind) {
    throw invalid({ object_kind: [NOT_A_VALUE] });
  }
  return kind;
}

function demandMembers(kind: ObjectKind, payload: EventPayload): void {
  const { top = [], nested = [] } = REQUIRED_MEMBERS[kind];
  const demanded = nested.length > 0 ? [...top, OBJECT_ATTRIBUTES] : top;
  const missing = demanded.find((name) => isMissing(name, payload[name]));
  if (missing !== undefined) {
    throw notGiven(missing);
  }
  if (nested.length > 0 && !isObject(payload[OBJECT_ATTRIBUTES])) {
    throw invalid({ [OBJECT_ATTRIBUTES]: [IS_INVALID] });
  }
  const attributes = objectIn(payload, OBJECT_ATTRIBUTES);
  const blank = nested.filter((name) => isBlank(attributes[name]));
  if (blank.length > 0) {
    throw nestedInvalid({ [OBJECT_ATTRIBUTES]: Object.fromEntries(blank.map((name) => [name, [IS_BLANK]])) });
  }
}

/** Error for fields inside a member. */
const nestedInvalid = (fields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>): ApiError =>
  new ApiError(400, { message: fields });

const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Required top-level members that are not texts: an empty string counts as missing (contract: conventions §3.7). */
const NO_TEXTS: readonly string[] = ['build_id', OBJECT_ATTRIBUTES];

const isMissing = (name: string, value: Json | undefined): boolean =>
  value === undefined || value === null || (isBlank(value) && NO_TEXTS.includes(name));

/** Errors for required top-level texts that were sent empty (contract: conventions §3.8). */
const blankErrors = (kind: ObjectKind, payload: EventPayload): Fault[] =>
  (REQUIRED_MEMBERS[kind].top ?? []).filter((name) => isBlank(payload[name])).map((name) => [name, IS_BLANK] as const);

/** A bare ref name in a push event is the name of a branch. */
function withFullRef(payload: EventPayload, kind: 'push' | 'tag_push'): EventPayload {
  const ref = textIn(payload, 'ref');
  const prefix = kind === 'push' ? BRANCHES : TAGS;
  return ref === '' || ref.startsWith('refs/') || kind === 'tag_push' ? payload : { ...payload, ref: prefix + ref };
}

type Fault = readonly [string, string];

function pushErrors(payload: EventPayload, kind: 'push' | 'tag_push'): Fault[] {
  const [before, after, ref] = ['before', 'after', 'ref'].map((name) => textIn(payload, name));
  const isBad = (id = ''): boolean => !FULL_ID.test(id);
  const isNothing = ZEROS.test(before ?? '') && ZEROS.test(after ?? '');
  const prefix = kind === 'push' ? BRANCHES : TAGS;
  const isNamed = ref?.startsWith(prefix) === true && ref.length > prefix.length;
  const { commits } = payload;
  const areCommits = commits === undefined || commits === null || (Array.isArray(commits) && commits.every(hasId));
  return [
    ...(isBad(before) ? [['before', IS_INVALID] as const] : []),
    ...(isBad(after) || isNothing ? [['after', IS_INVALID] as const] : []),
    ...(isNamed ? [] : [['ref', IS_INVALID] as const]),
    ...(areCommits ? [] : [['commits', IS_INVALID] as const]),
  ];
}

const hasId = (commit: Json): boolean => isObject(commit) && !isBlank(commit.id);

/** Errors for required ids that are not integers. */
function numberErrors(kind: ObjectKind, attributes: EventPayload): Fault[] {
  const names = (REQUIRED_MEMBERS[kind].nested ?? []).filter((name) => name === 'iid' || name === 'id');
  return names.flatMap((name) => (Number.isSafeInteger(attributes[name]) ? [] : [[name, IS_INVALID] as const]));
}

/** Errors for required members that are lists or objects instead of texts or numbers (contract: conventions §3.7). */
const shapeErrors = (names: readonly string[] = [], about: EventPayload): Fault[] =>
  names.flatMap((name) => (typeof about[name] === 'object' ? [[name, IS_INVALID] as const] : []));

/**
 * Errors for top-level members with a wrong shape or a value that is not allowed. Throws 400 for errors inside
 * `object_attributes`.
 */
function wordErrors(kind: ObjectKind, payload: EventPayload): Fault[] {
  const { top = {}, nested = {} } = WORDS[kind] ?? {};
  const faultsIn = (about: EventPayload, lists: Readonly<Record<string, readonly string[]>>): Fault[] =>
    Object.entries(lists).flatMap(([name, words]) => {
      const value = about[name];
      return value === undefined || value === null || words.some((word) => word === value)
        ? []
        : [[name, NOT_A_VALUE] as const];
    });
  const attributes = objectIn(payload, OBJECT_ATTRIBUTES);
  const demanded = REQUIRED_MEMBERS[kind];
  const inside = [
    ...shapeErrors(demanded.nested, attributes),
    ...numberErrors(kind, attributes),
    ...faultsIn(attributes, nested),
  ];
  if (inside.length > 0) {
    throw nestedInvalid({
      [OBJECT_ATTRIBUTES]: Object.fromEntries(inside.map(([name, text]) => [name, [text]])),
    });
  }
  return [...shapeErrors(demanded.top, payload), ...faultsIn(payload, top)];
}

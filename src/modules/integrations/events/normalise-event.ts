import { titleOf } from '../../../platform/git/commit-object.js';
import type { Json } from '../kinds/step.js';
import { eventTypeOf } from '../planning/event-flags.js';
import { isObject, objectIn, textIn, toJson } from '../planning/json.js';
import type { EventPayload } from '../records/event-payload.js';
import type { SentEvent } from './read-event.js';

/** Who sends the event, and about which project: what was sent of these does not count. */
export interface EventOrigin {
  readonly project: EventPayload;
  readonly repository: EventPayload;
  readonly user: {
    readonly id: number;
    readonly name: string;
    readonly username: string;
    readonly avatar_url: null;
    readonly email: string;
  };
}

const COMMITS_KEPT = 20;
const ZEROS = /^0+$/;

/** The payload of an event as it is stored: complete, and of the real project (contract: integrations §4.3). */
export function normaliseEvent({ objectKind, payload }: SentEvent, origin: EventOrigin): EventPayload {
  const { project, repository, user } = origin;
  const webUrl = textIn(project, 'web_url');
  const own = { project, project_id: project.id ?? null, repository, event_type: eventTypeOf(objectKind, payload) };
  const told = objectKind === 'push' || objectKind === 'tag_push' ? pushPart(payload, user, webUrl) : payload;
  const attributed = withAttributes(objectKind, told, webUrl);
  const isPushed = objectKind === 'push' || objectKind === 'tag_push';
  return { ...(isPushed ? {} : { user }), ...attributed, ...own };
}

function pushPart(payload: EventPayload, user: EventOrigin['user'], webUrl: string): EventPayload {
  const given = Array.isArray(payload.commits) ? payload.commits.filter(isObject) : [];
  const commits = given.slice(-COMMITS_KEPT).map((commit) => withCommitParts(commit, webUrl));
  const after = textIn(payload, 'after');
  const total = Number(payload.total_commits_count ?? given.length);
  return {
    event_name: payload.object_kind ?? null,
    message: null,
    user_id: user.id,
    user_name: user.name,
    user_username: user.username,
    user_email: user.email,
    user_avatar: null,
    checkout_sha: ZEROS.test(after) ? null : after,
    compare_url: `${webUrl}/-/compare/${textIn(payload, 'before')}...${after}`,
    ...payload,
    commits,
    total_commits_count: Number.isSafeInteger(total) && total >= 0 ? total : given.length,
  };
}

function withCommitParts(commit: EventPayload, webUrl: string): EventPayload {
  const id = textIn(commit, 'id');
  const message = textIn(commit, 'message');
  return {
    ...commit,
    message,
    title: orElse(commit.title, titleOf(message)),
    url: orElse(commit.url, `${webUrl}/-/commit/${encodeURIComponent(id)}`),
    author: isObject(commit.author) ? commit.author : { name: '', email: '' },
    added: listOf(commit.added),
    modified: listOf(commit.modified),
    removed: listOf(commit.removed),
  };
}

const orElse = (value: Json | undefined, fallback: string): Json =>
  value === undefined || value === null || value === '' ? fallback : value;

const listOf = (value: Json | undefined): Json => (value !== undefined && Array.isArray(value) ? toJson(value) : []);

/** Where each kind of thing is shown. */
const ADDRESSES: Readonly<Record<string, (attributes: EventPayload) => string>> = {
  issue: ({ iid }) => `/-/issues/${encoded(iid)}`,
  merge_request: ({ iid }) => `/-/merge_requests/${encoded(iid)}`,
  pipeline: ({ id }) => `/-/pipelines/${encoded(id)}`,
  wiki_page: ({ slug, title }) => `/-/wikis/${encoded(slug ?? title)}`,
};

const encoded = (value: Json | undefined): string =>
  encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function withAttributes(objectKind: string, payload: EventPayload, webUrl: string): EventPayload {
  const attributes = objectIn(payload, 'object_attributes');
  const address = ADDRESSES[objectKind];
  if (objectKind === 'build' || objectKind === 'archive_trace') {
    const url = `${webUrl}/-/jobs/${encoded(payload.build_id)}`;
    return objectKind === 'archive_trace' ? { trace_url: `${url}/raw`, ...payload } : { build_url: url, ...payload };
  }
  if (!isObject(payload.object_attributes)) {
    return payload;
  }
  const known = { ...attributes, ...(address && { url: orElse(attributes.url, webUrl + address(attributes)) }) };
  const { commit, merge_request: mergeRequest } = payload;
  return {
    ...payload,
    object_attributes: known,
    ...(isObject(commit) && { commit: withCommitParts(commit, webUrl) }),
    ...(isObject(mergeRequest) && { merge_request: withTitle(mergeRequest) }),
  };
}

const withTitle = (about: EventPayload): EventPayload => ({
  ...about,
  title: orElse(about.title, titleOf(textIn(about, 'description'))),
});

import { titleOf } from '../../../platform/git/commit-object.js';
import type { Json } from '../kinds/step.js';
import { eventTypeOf } from '../planning/event-flags.js';
import { isObject, objectIn, textIn, toJson } from '../planning/json.js';
import type { EventPayload } from '../records/event-payload.js';
import type { SentEvent } from './read-event.js';

/** The sender and the project of an event, which replace what the event itself says of them. */
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

/** The payload of an event as it is stored: completed, and with the data of the actual project (contract: integrations §4.3). */
export function normaliseEvent({ objectKind, payload }: SentEvent, origin: EventOrigin): EventPayload {
  const { project, repository, user } = origin;
  const webUrl = textIn(project, 'web_url');
  const own = { project, project_id: project.id ?? null, repository, event_type: eventTypeOf(objectKind, payload) };
  const told = objectKind === 'push' || objectKind === 'tag_push' ? pushPart(payload, user, webUrl) : payload;
  const attributed = withAttributes(objectKind, told, webUrl);
  const isPushed = objectKind === 'push' || objectKind === 'tag_push';
  return { ...attributed, ...(isPushed || isObject(payload.user) ? {} : { user }), ...own };
}

function pushPart(payload: EventPayload, user: EventOrigin['user'], webUrl: string): EventPayload {
  const given = Array.isArray(payload.commits) ? payload.commits.filter(isObject) : [];
  const commits = given.slice(-COMMITS_KEPT).map((commit) => withCommitParts(commit, webUrl));
  const after = textIn(payload, 'after');
  const total = Number(payload.total_commits_count ?? given.length);
  const defaults: EventPayload = {
    event_name: payload.object_kind ?? null,
    message: null,
    user_id: user.id,
    user_name: user.name,
    user_username: user.username,
    user_email: user.email,
    user_avatar: null,
    checkout_sha: ZEROS.test(after) ? null : after,
    compare_url: `${webUrl}/-/compare/${textIn(payload, 'before')}...${after}`,
  };
  const missing = Object.entries(defaults).filter(([name]) => (payload[name] ?? null) === null);
  return {
    ...payload,
    ...Object.fromEntries(missing),
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

/** The path of each kind of object below its project; null for an object without the id or name that its path needs. */
const ADDRESSES = {
  commit: ({ id }) => below('commit', id),
  issue: ({ iid }) => below('issues', iid),
  merge_request: ({ iid }) => below('merge_requests', iid),
  snippet: ({ id }) => below('snippets', id),
  pipeline: ({ id }) => below('pipelines', id),
  wiki_page: ({ slug, title }) => below('wikis', slug ?? title),
  alert: ({ iid }) => below('alert_management', iid, '/details'),
} as const satisfies Readonly<Record<string, (members: EventPayload) => string | null>>;

type Shown = keyof typeof ADDRESSES;

const isShown = (name: string): name is Shown => Object.hasOwn(ADDRESSES, name);

function below(folder: string, name: Json | undefined, end = ''): string | null {
  const text = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
  return text === '' ? null : `/-/${folder}/${encodeURIComponent(text)}${end}`;
}

/** The payload member that holds the subject of a note, by `noteable_type`. */
const NOTED: Readonly<Record<string, Shown>> = {
  Commit: 'commit',
  Issue: 'issue',
  MergeRequest: 'merge_request',
  Snippet: 'snippet',
};

function withAttributes(objectKind: string, payload: EventPayload, webUrl: string): EventPayload {
  const linked = withLinks(objectKind, withThings(payload, webUrl), webUrl);
  const { object_attributes: attributes } = payload;
  if (!isObject(attributes)) {
    return linked;
  }
  const told = objectKind === 'pipeline' ? withoutValues(attributes) : attributes;
  return { ...linked, object_attributes: withOwnUrl(objectKind, told, payload, webUrl) };
}

/**
 * Keeps only the names of variables, even if the CI server that sent the event included values (contract: integrations
 * §4.2).
 */
function withoutValues(attributes: EventPayload): EventPayload {
  const { variables } = attributes;
  if (variables === undefined || variables === null) {
    return attributes;
  }
  const named = Array.isArray(variables) ? variables.filter(isObject) : [];
  return { ...attributes, variables: named.map(({ key }) => ({ key: key ?? null })) };
}

function withOwnUrl(objectKind: string, given: EventPayload, payload: EventPayload, webUrl: string): EventPayload {
  const { last_commit: lastCommit } = given;
  const attributes = isObject(lastCommit)
    ? { ...given, last_commit: withUrl(lastCommit, ADDRESSES.commit(lastCommit), webUrl) }
    : given;
  const noted = objectKind === 'note' ? NOTED[textIn(attributes, 'noteable_type')] : undefined;
  if (noted) {
    return withUrl(attributes, ADDRESSES[noted](objectIn(payload, noted)), webUrl);
  }
  return isShown(objectKind) ? withUrl(attributes, ADDRESSES[objectKind](attributes), webUrl) : attributes;
}

/** The commit, issue and merge request that an event refers to, completed. */
function withThings(payload: EventPayload, webUrl: string): EventPayload {
  const { commit, issue, merge_request: mergeRequest } = payload;
  return {
    ...payload,
    ...(isObject(commit) && { commit: withCommitParts(commit, webUrl) }),
    ...(isObject(issue) && { issue: withUrl(issue, ADDRESSES.issue(issue), webUrl) }),
    ...(isObject(mergeRequest) && {
      merge_request: withUrl(withTitle(mergeRequest), ADDRESSES.merge_request(mergeRequest), webUrl),
    }),
  };
}

/** The URLs that events of some kinds have at the top level. */
function withLinks(objectKind: string, payload: EventPayload, webUrl: string): EventPayload {
  switch (objectKind) {
    case 'build':
      return withUrl(payload, below('jobs', payload.build_id), webUrl, 'build_url');
    case 'archive_trace':
      return withUrl(payload, below('jobs', payload.build_id, '/raw'), webUrl, 'trace_url');
    case 'deployment': {
      const told = withUrl(payload, below('jobs', payload.deployable_id), webUrl, 'deployable_url');
      return withUrl(told, below('commit', payload.short_sha), webUrl, 'commit_url');
    }
    default:
      return payload;
  }
}

const withUrl = (members: EventPayload, address: string | null, webUrl: string, name = 'url'): EventPayload =>
  address === null ? members : { ...members, [name]: orElse(members[name], webUrl + address) };

const withTitle = (about: EventPayload): EventPayload => ({
  ...about,
  title: orElse(about.title, titleOf(textIn(about, 'description'))),
});

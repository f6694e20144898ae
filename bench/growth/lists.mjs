// The lists of the OpenAPI document, and how each is asked.
import { BIG, FIRST, NEEDLE } from './rows.mjs';

const API = '/api/v4';
const SEARCHES = ['search', 'query'];
const NO_NEEDLE = 'zqxjkvw';
const NO_COMMIT = '0123456789012345678901234567890123456789';
const WAYS = ['asc', 'desc'];
/** Orders that lists may have for keyset pagination alone. */
const KEYSET_ORDERS = ['id', 'created_at', 'name'];
const DAYS = [5, 360].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
/** Asked by orders, searches and keyset pagination. */
const NO_FILTERS = new Set([
  ...['page', 'per_page', 'pagination', 'cursor', 'page_token', 'order_by', 'sort', 'id_after', 'id_before'],
  ...SEARCHES,
]);

/** Below `/repository/`, but rows of the database. */
const OF_DATABASE = /\/(deleted_refs|statuses)$/;
/** Why a list is not asked although it has pages. */
const NOT_SEEDED = { '/features': 'shows the flags of the code, which are few' };

/**
 * Every list with pages, and the records whose path names the big containers: `{ path, target, variants }`, or
 * `{ path, reason }` for a list that is not covered.
 */
export function listsOf(document, subjects) {
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && path.startsWith(API) ? describe(path.slice(API.length), withoutReferences(document, get), subjects) : [],
  );
}

/** The parameters and the answer of an operation, written out where the document refers to its components. */
function withoutReferences(document, { parameters = [], responses }) {
  const resolved = (part) =>
    part?.$ref === undefined
      ? part
      : part.$ref
          .slice('#/'.length)
          .split('/')
          .reduce((inner, key) => inner[key], document);
  return {
    parameters: parameters.map(resolved),
    answer: resolved(responses['200']?.content?.['application/json']?.schema),
  };
}

function describe(path, { parameters, answer }, subjects) {
  const isPaged = parameters.some(({ name }) => name === 'per_page');
  const type = answer?.type;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const isRecord = !isPaged && type === 'object' && names.length > 0;
  if (!isPaged && !isRecord) {
    return type === 'array' ? [{ path, reason: 'has no pages' }] : [];
  }
  const values = pathValues(path, subjects);
  const reason = reasonAgainst(
    path,
    names.filter((name) => values[name] === undefined),
  );
  if (reason !== undefined) {
    return isPaged ? [{ path, reason }] : [];
  }
  const target = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(values[name]));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const variants = variantsOf(inQuery, knownValues(subjects));
  return [{ path, target, ...variants, keysets: isPaged ? variants.keysets : [] }];
}

function reasonAgainst(path, unknown) {
  if (path.includes('/repository/') && !OF_DATABASE.test(path)) {
    return 'is read from git, which the seeder leaves as it is';
  }
  return NOT_SEEDED[path] ?? (unknown.length > 0 ? `the seeder knows no ${unknown.join(', ')}` : undefined);
}

function pathValues(path, { groupId, projectId, owner, sha, triggerId }) {
  return {
    id: path.startsWith('/groups/') ? groupId : path.startsWith('/projects/') ? projectId : undefined,
    user_id: owner.id,
    sha,
    trigger_id: triggerId,
    pipeline_id: BIG.pipelineId,
    runner_id: BIG.runnerId,
    repository_id: BIG.repositoryId,
    tag_name: BIG.tagName,
    package_id: BIG.packageId,
    alert_id: BIG.alertIid,
    incident_id: BIG.alertIid,
    slug: BIG.integrationSlug,
  };
}

/**
 * `plain` ones are complete; `keysets` are orders to try, in both directions; `unknown` names filters without a value to
 * ask for.
 */
function variantsOf(parameters, known) {
  const names = parameters.map(({ name }) => name);
  const orders = parameters.find(({ name }) => name === 'order_by')?.schema.enum ?? [];
  const filters = parameters.filter(({ name }) => !NO_FILTERS.has(name)).map((filter) => valuesOf(filter, known));
  return {
    plain: [
      { name: '', query: '' },
      ...orders.flatMap((order) => WAYS.map((sort) => plain({ order_by: order, sort }))),
      ...SEARCHES.filter((name) => names.includes(name)).flatMap((name) => [
        plain({ [name]: NEEDLE }),
        plain({ [name]: NO_NEEDLE }),
      ]),
      ...filters.flatMap(({ name, values }) => values.map((value) => plain({ [name]: value }))),
    ],
    keysets: [...new Set([...KEYSET_ORDERS, ...orders])],
    hasOrders: orders.length > 0,
    unknown: filters.filter(({ values }) => values.length === 0).map(({ name }) => name),
  };
}

const plain = (parameters) => {
  const query = new URLSearchParams(parameters).toString();
  return { name: `?${decodeURIComponent(query)}`, query };
};

/** What filters are asked for whose values the document does not list. */
const knownValues = ({ owner }) => ({
  topic: ['topic-7'],
  repository_storage: ['default'],
  username: ['growth-owner'],
  user_id: [owner.id],
  kind: ['registry_gc'],
  ref: ['main', 'branch-7'],
  stage: ['test'],
  name: ['status 7'],
  event_type: ['none'],
  pipeline_id: [BIG.statusPipelineId],
  user_ids: [FIRST.user + 7],
  skip_groups: [FIRST.group + 7],
  tag_list: ['tag-7'],
  entity_id: [FIRST.user + 7],
  sha: [NO_COMMIT],
  scope: ['success', 'running'],
});

function valuesOf({ name, schema }, known) {
  const values = schema.enum ?? datesOf(name, schema) ?? known[name.replace('[]', '')] ?? [];
  return { name, values: schema.type === 'boolean' ? ['true'] : values };
}

/** Nearly all rows, and nearly none: what is seeded spreads over a year. */
function datesOf(name, { format }) {
  if (!/_(before|after)$/.test(name)) {
    return undefined;
  }
  return DAYS.map((day) => (format === 'date' ? day : `${day}T00:00:00Z`));
}

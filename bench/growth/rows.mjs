// What the statements of the seeder are made of, and the ids that the measurements ask for.

/** Ids of what is seeded begin here, far from what REST made. */
export const FIRST = { user: 1000, bot: 100_000_000, personal: 10_000_000, group: 20_000_000, tree: 30_000_000 };
export const FIRST_ROW = 1000;

/** Found by searches in nine rows of each kind, of different containers. */
export const NEEDLE = 'needle';
/** The one pipeline with many jobs and downstream pipelines, the one runner, the one image repository, package, alert and integration. */
export const BIG = {
  pipelineId: FIRST_ROW,
  statusPipelineId: FIRST_ROW + 1,
  runnerId: FIRST_ROW,
  repositoryId: FIRST_ROW,
  tagName: 'tag-00000500',
  packageId: FIRST_ROW,
  alertIid: 1,
  integrationId: FIRST_ROW,
  integrationSlug: 'chat-notifications-a',
};

export const few = (rows) => Math.max(1, rows / 10);
/** Rows of the same id order come one after the other over a year; `scattered` ones do not. */
export const dated = (n, rows) => `now() - interval '1 year' * (1 - ${n} / ${rows}::float8)`;
export const scattered = (n, rows) =>
  `now() - interval '1 year' * (((${n})::bigint * 7919 % ${rows}) / ${rows}::float8)`;
export const lately = (n, rows) => `now() - interval '20 days' * (1 - ${n} / ${rows}::float8)`;
export const named = (prefix, n, rows) =>
  `'${prefix}-' || ${n} || case when ${n} % ${few(rows)} = ${n} / ${few(rows)} % 8 then '-${NEEDLE}' else '' end`;
export const digest = (prefix, n) => `sha256(convert_to('${prefix} ' || ${n}, 'UTF8'))`;
export const hex = (prefix, n, length) => `left(encode(${digest(prefix, n)}, 'hex'), ${length})`;
/** One of twenty is open to everybody. */
export const visibility = (n) => `case ${n} % 40 when 0 then 'public' when 1 then 'internal' else 'private' end`;
export const series = (count) => `from generate_series(1, ${count}) i`;

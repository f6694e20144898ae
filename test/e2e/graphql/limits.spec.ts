import { getIntrospectionQuery } from 'graphql';
import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { Answer } from '../../support/api-client.js';
import { ask, codesOf, ENDPOINT } from './ask.js';
import { until } from '../../support/until.js';

const MOST_MILLISECONDS = 50;
const MOST_TRIES = 40;

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  user = await aUser(app);
  for (let time = 0; time < 5; time++) {
    await ask(user.api, '{ group(fullPath: "x") { parent { id } } }'); // the schema is made, the code is warm
  }
});
afterAll(() => app.close());

const repeated = (text: (index: number) => string, times: number): string =>
  Array.from({ length: times }, (_, index) => text(index)).join(' ');

const deep = (levels: number): string =>
  `{ group(fullPath: "x") { ${'parent { '.repeat(levels)} id ${'} '.repeat(levels)} } }`;

const doubling = (levels: number): string =>
  `{ group(fullPath: "x") { ...f0 } } ${repeated(
    (level) => `fragment f${level} on Group { ...f${level + 1} ...f${level + 1} }`,
    levels,
  )} fragment f${levels} on Group { id }`;

/** The least time of some, or one that is short enough: others work on the same machine. */
async function fastest(send: () => Promise<Answer>): Promise<{ answer: Answer; took: number }> {
  let took = Infinity;
  let answer = await send();
  for (let time = 0; time < MOST_TRIES && took >= MOST_MILLISECONDS; time++) {
    const started = performance.now();
    answer = await send();
    took = Math.min(took, performance.now() - started);
  }
  return { answer, took };
}

const HOSTILE: readonly (readonly [string, string])[] = [
  ['deep', deep(14)],
  ['deeper than a parser goes', `{${'a{'.repeat(4000)}`],
  ['deep in lists', `{ a(b: ${'['.repeat(4000)}`],
  ['wide', `{ group(fullPath: "x") { ${'id '.repeat(900)} } }`],
  ['as wide as a text can be', `{ group(fullPath: "x") { ${'id '.repeat(3200)} } }`],
  ['wide in a fragment that nobody uses', `{ metadata { apiVersion } } fragment f on Group { ${'id '.repeat(3200)} }`],
  ['wide in introspection, and short', `{ __schema { types { ${'name '.repeat(1400)} } } }`],
  [
    'wide in introspection by a fragment',
    `{ __schema { types { ...f } } } fragment f on __Type { ${'name '.repeat(1400)} }`,
  ],
  ['wide in introspection', `{ __schema { types { ${'name '.repeat(1900)} } } }`],
  ['aliased 1,000 times', `{ ${repeated((index) => `a${index}:metadata{apiVersion}`, 1000).slice(0, 9000)} } }`],
  ['aliased 21 times', `{ ${repeated((index) => `a${index}: __typename`, 21)} }`],
  ['wide through pages', '{ projects { nodes { packages { nodes { packageFiles { nodes { id } } } } } } }'],
  ['doubled by fragments', doubling(60)],
];

describe('a hostile document', () => {
  it.each(HOSTILE)('that is %s is refused within 50 ms', async (_what, query) => {
    const { answer, took } = await fastest(() => ask(user.api, query));

    expect([answer.status, answer.body.data, answer.body.extensions.cost.limit]).toEqual([200, undefined, 250]);
    expect(['COMPLEXITY_EXCEEDED', 'GRAPHQL_PARSE_FAILED']).toContain(codesOf(answer)[0]);
    expect(took).toBeLessThan(MOST_MILLISECONDS);
  });

  it('of 1 MB is refused within 50 ms', async () => {
    const query = `{ metadata { apiVersion } } #${'x'.repeat(1_000_000)}`;
    const { answer, took } = await fastest(() => ask(user.api, query));

    expect([answer.status, answer.body]).toEqual([413, { errors: [{ message: '413 Payload Too Large' }] }]);
    expect(took).toBeLessThan(MOST_MILLISECONDS);
  });
});

describe('a client that goes away', () => {
  it('ends the statements of its query', async () => {
    const project = await aProject(user.api);
    const gone = new AbortController();
    const running = async () => {
      await app.sql('select pg_stat_clear_snapshot()');
      return app.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%ci_triggers%'`);
    };
    await app.sql('begin');
    await app.sql('lock table ci_triggers in access exclusive mode');
    const asked = fetch(app.url + ENDPOINT, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': user.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        query: `{ project(fullPath: "${project.path_with_namespace}") { triggerTokens { nodes { id } } } }`,
      }),
      signal: gone.signal,
    }).catch(() => 'gone');

    await until(async () => (await running()).length === 1);
    gone.abort();
    await until(async () => (await running()).length === 0);
    await app.sql('rollback');

    expect(await asked).toBe('gone');
  });
});

describe('the limits', () => {
  it('are 15 fields of depth', async () => {
    const [just, more] = [await ask(user.api, deep(13)), await ask(user.api, deep(14))];

    expect([just.body.extensions.cost.depth, codesOf(just), codesOf(more)]).toEqual([15, [], ['COMPLEXITY_EXCEEDED']]);
  });

  it('are 20 aliases of a field, and 10,000 characters', async () => {
    const aliased = await ask(user.api, `{ ${repeated((index) => `a${index}: __typename`, 20)} }`);
    const padded = (length: number) => '{ metadata { apiVersion } }'.padEnd(length, '#');

    expect(codesOf(aliased)).toEqual([]);
    expect(codesOf(await ask(user.api, padded(10_000)))).toEqual([]);
    expect(codesOf(await ask(user.api, padded(10_001)))).toEqual(['COMPLEXITY_EXCEEDED']);
    expect(codesOf(await ask(user.api, `{ metadata { apiVersion } }#${'😀'.repeat(9_000)}`))).toEqual([]);
  });

  it('are a complexity of 200 for anonymous callers and of 250 for others', async () => {
    const fields = (count: number) =>
      `{ group(fullPath: "x") { ${repeated((i) => `f${i}: parent { ${'id '.repeat(10)}}`, count)} } }`;
    const query = fields(19);

    const [anonymous, signedIn] = [await ask(app.anonymous, query), await ask(user.api, query)];

    expect(codesOf(anonymous)).toEqual(['COMPLEXITY_EXCEEDED']);
    expect([codesOf(signedIn), signedIn.body.extensions.cost]).toEqual([[], { complexity: 210, depth: 3, limit: 250 }]);
  });

  it('count a connection by its page, also where a variable says its size', async () => {
    const costOf = async (page: string, variables = {}) => {
      const declared = page.includes('$') ? 'query ($n: Int)' : '';
      const { body } = await ask(user.api, `${declared} { projects${page} { nodes { id name } } }`, variables);
      return body.extensions.cost.complexity;
    };

    expect([
      await costOf('(first: 20)'),
      await costOf('(last: 1)'),
      await costOf('(first: 40)'),
      await costOf(''),
      await costOf('(first: $n)', { n: 60 }),
    ]).toEqual([4, 4, 7, 16, 10]);
  });

  it('are 100,000 values, which small pages within pages ask for as well', async () => {
    const nested = (levels: number) =>
      `{ package(id: "gid://slipway/Package/1") { ${'versions(first: 20) { nodes { '.repeat(levels)} id ${'} }'.repeat(levels)} } }`;

    const [few, many] = [await ask(user.api, nested(3)), await ask(user.api, nested(4))];

    expect(codesOf(few)).toEqual([]);
    expect(codesOf(many)).toEqual(['COMPLEXITY_EXCEEDED']);
  });

  it('leave introspection free', async () => {
    const answer = await ask(
      app.anonymous,
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
    );

    expect([codesOf(answer), answer.body.extensions.cost]).toEqual([[], { complexity: 0, depth: 0, limit: 200 }]);
    expect(answer.body.data.__schema.types.length).toBeGreaterThan(50);
  });
});

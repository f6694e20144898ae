import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestUser } from '../../builders/records.js';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let user: TestUser;
let group: TestGroup;
/** Seven tokens of their own make a list that nobody else changes. */
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  [user, owner] = await Promise.all([aUser(app), aUser(app)]);
  group = await aGroup(user.api);
  await addTokens(owner.id, 6);
});
afterAll(() => app.close());

async function addTokens(userId: number, count: number): Promise<void> {
  await app.sql(
    `insert into access_tokens (kind, user_id, name, scopes, digest)
     select 'personal', $1, 'row ' || n, '{api}', sha256(convert_to($2 || n, 'UTF8')) from generate_series(1, $3) n`,
    [userId, unique('seed'), count],
  );
}

const LIST = 'personal_access_tokens';
const ids = ({ body }: Answer): number[] => (body as { id: number }[]).map(({ id }) => id);

/** Headers of a page as plain values; the links by their relation, in their order. */
function headersOf({ headers }: Answer) {
  const links = (headers.get('link') ?? '').split(', ').filter((link) => link !== '');
  return {
    page: headers.get('x-page'),
    perPage: headers.get('x-per-page'),
    next: headers.get('x-next-page'),
    prev: headers.get('x-prev-page'),
    total: headers.get('x-total'),
    totalPages: headers.get('x-total-pages'),
    links: links.map((link) => /^<(?<url>[^>]+)>; rel="(?<rel>\w+)"$/.exec(link)?.groups ?? {}),
  };
}

const rels = (answer: Answer) => headersOf(answer).links.map(({ rel }) => rel);

async function pagesOf(api: ApiClient, start: string, onPage: () => Promise<void> = () => Promise.resolve()) {
  const found: number[] = [];
  for (let url: string | undefined = start; url !== undefined;) {
    const answer: Answer = await api.get(url);
    expect(answer.status).toBe(200);
    found.push(...ids(answer));
    url = headersOf(answer).links.find(({ rel }) => rel === 'next')?.url;
    await onPage();
  }
  return found;
}

describe('every list with offset pagination', () => {
  it('answers twenty rows unless asked otherwise, and a hundred at most', async () => {
    const many = await aUser(app);
    await addTokens(many.id, 120);

    const page = async (query: string) => {
      const answer = await many.api.get(`${LIST}?${query}`);
      return [ids(answer).length, headersOf(answer).perPage, headersOf(answer).page];
    };
    expect(await page('')).toEqual([20, '20', '1']);
    expect(await page('per_page=100')).toEqual([100, '100', '1']);
    expect(await page('per_page=101')).toEqual([100, '100', '1']);
    expect(await page('per_page=9223372036854775807&page=2')).toEqual([21, '100', '2']);
    expect(await page('page=&per_page=')).toEqual([20, '20', '1']);
  });

  it.each([
    ['page=0', 'page', 'does not have a valid value'],
    ['page=-1', 'page', 'does not have a valid value'],
    ['per_page=0', 'per_page', 'does not have a valid value'],
    ['per_page=-5', 'per_page', 'does not have a valid value'],
    ['page=abc', 'page', 'is invalid'],
    ['page=1.5', 'page', 'is invalid'],
    ['page=1e3', 'page', 'is invalid'],
    ['per_page=all', 'per_page', 'is invalid'],
    ['page[]=1&page[]=2', 'page', 'is invalid'],
    ['per_page=9223372036854775808', 'per_page', 'is invalid'],
  ])('refuses %s', async (query, name, text) => {
    for (const path of [LIST, 'projects', 'users', `groups/${group.id}/members`]) {
      expect(await user.api.get(`${path}?${query}`)).toMatchObject({
        status: 400,
        body: { message: { [name]: [text] } },
      });
    }
  });

  it('answers the X-* and Link headers of the page, in this order', async () => {
    const [first, middle, last] = [
      await owner.api.get(`${LIST}?per_page=3`),
      await owner.api.get(`${LIST}?per_page=3&page=2`),
      await owner.api.get(`${LIST}?per_page=3&page=3`),
    ];

    expect(headersOf(first)).toMatchObject({
      page: '1',
      perPage: '3',
      next: '2',
      prev: '',
      total: '7',
      totalPages: '3',
    });
    expect(headersOf(middle)).toMatchObject({
      page: '2',
      perPage: '3',
      next: '3',
      prev: '1',
      total: '7',
      totalPages: '3',
    });
    expect(headersOf(last)).toMatchObject({
      page: '3',
      perPage: '3',
      next: '',
      prev: '2',
      total: '7',
      totalPages: '3',
    });
    expect([rels(first), rels(middle), rels(last)]).toEqual([
      ['next', 'first', 'last'],
      ['prev', 'next', 'first', 'last'],
      ['prev', 'first', 'last'],
    ]);
    expect([...ids(first), ...ids(middle), ...ids(last)]).toEqual(ids(await owner.api.get(LIST)));
  });

  it('gives the same headers for HEAD', async () => {
    const [get, head] = [await owner.api.get(`${LIST}?per_page=3`), await owner.api.head(`${LIST}?per_page=3`)];
    expect(headersOf(head)).toEqual(headersOf(get));
  });

  it('links by BASE_URL, the path as sent and every parameter as sent, but no credential', async () => {
    const path = `projects/${encodeURIComponent((await aProject(user.api)).path_with_namespace)}/members`;
    const query = `query=&x=%C3%A4+b%2Fc&private_token=${user.token}&per_page=1&y[]=1&y[]=2&page=1&access_token=&job_token=j`;
    const answer = await app.anonymous.get(`${path}?${query}`, {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
    });

    expect(answer.headers.get('link')).toBe(
      ['first', 'last']
        .map((rel) => `<${app.url}/api/v4/${path}?query=&x=%C3%A4+b%2Fc&y[]=1&y[]=2&page=1&per_page=1>; rel="${rel}"`)
        .join(', '),
    );
    expect((await user.api.get('projects/?per_page=1')).headers.get('link')).toContain(
      `<${app.url}/api/v4/projects/?page=`,
    );
    expect((await owner.api.get(`${LIST}.json?per_page=500`)).headers.get('link')).toContain(
      '.json?page=1&per_page=100>',
    );
  });

  it('has one page when it is empty', async () => {
    const answer = await user.api.get('projects?owned=true&search=no-such-project');

    expect(answer).toMatchObject({ status: 200, text: '[]' });
    expect(headersOf(answer)).toMatchObject({ page: '1', next: '', prev: '', total: '0', totalPages: '1' });
    expect(rels(answer)).toEqual(['first', 'last']);
    expect(headersOf(answer).links.map(({ url }) => new URL(url!).searchParams.get('page'))).toEqual(['1', '1']);
  });

  it('is empty beyond the end, with right totals and no links to other pages', async () => {
    for (const page of ['4', '500']) {
      const answer = await owner.api.get(`${LIST}?per_page=3&page=${page}`);

      expect(answer).toMatchObject({ status: 200, text: '[]' });
      expect(headersOf(answer)).toMatchObject({ page, next: '', prev: '', total: '7', totalPages: '3' });
      expect(rels(answer)).toEqual(['first', 'last']);
    }
  });

  it('has the same totals whichever page was asked for before', async () => {
    const sizes = [100, 3, 100, 7, 6, 3];
    for (const [index, size] of sizes.entries()) {
      for (const page of index % 2 === 0 ? [1, 2, 3, 4] : [4, 3, 2, 1]) {
        const { total, next } = headersOf(await owner.api.get(`${LIST}?per_page=${size}&page=${page}`));

        expect([size, page, total, next]).toEqual([size, page, '7', page * size < 7 ? String(page + 1) : '']);
      }
    }
  });

  it('counts up to 10,000 rows, and above that leaves out totals and the last page', async () => {
    const rich = await aUser(app);
    await addTokens(rich.id, 9_999);

    const full = await rich.api.get(`${LIST}?per_page=100&page=100`);
    expect(headersOf(full)).toMatchObject({ total: '10000', totalPages: '100', next: '', prev: '99' });
    expect(rels(full)).toEqual(['prev', 'first', 'last']);

    await addTokens(rich.id, 1);
    const over = await rich.api.get(`${LIST}?per_page=100&page=100`);
    expect(headersOf(over)).toMatchObject({ total: null, totalPages: null, next: '101', prev: '99' });
    expect(rels(over)).toEqual(['prev', 'next', 'first']);
    const end = await rich.api.get(`${LIST}?per_page=100&page=101`);
    expect(ids(end)).toHaveLength(1);
    expect(headersOf(end)).toMatchObject({ total: null, next: '', prev: '100' });
    expect(rels(end)).toEqual(['prev', 'first']);
    const beyond = await rich.api.get(`${LIST}?per_page=100&page=102`);
    expect(beyond).toMatchObject({ status: 200, text: '[]' });
    expect(headersOf(beyond)).toMatchObject({ page: '102', total: null, next: '', prev: '' });
    expect(rels(beyond)).toEqual(['first']);
  });

  it('leaves out the total of a list that had many more rows until a page tells its end', async () => {
    const rich = await aUser(app);
    await addTokens(rich.id, 15_001);
    const totalOf = async (perPage: number) => headersOf(await rich.api.get(`${LIST}?per_page=${perPage}`)).total;

    expect([await totalOf(20), await totalOf(20)]).toEqual([null, null]);

    await app.sql(
      'delete from access_tokens where user_id = $1 and id not in (select id from access_tokens where user_id = $1 order by id limit 30)',
      [rich.id],
    );
    expect(await totalOf(100)).toBe('30');
    expect(await totalOf(20)).toBe('30');
  });

  it('shows far pages as those before them', async () => {
    const rich = await aUser(app);
    await addTokens(rich.id, 1199);

    const all = await pagesOf(rich.api, `${LIST}?per_page=100`);

    expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
    expect(ids(await rich.api.get(`${LIST}?per_page=50&page=22`))).toEqual(all.slice(1050, 1100));
    expect(ids(await rich.api.get(`${LIST}?per_page=50&page=22&search=row`))).toEqual(all.slice(1051, 1101));
    expect(ids(await rich.api.get(`${LIST}?per_page=50&page=24`))).toEqual(all.slice(1150));
    expect(ids(await rich.api.get(`${LIST}?per_page=50&page=25`))).toEqual([]);
  });

  it('ends at the setting max_offset where this caller may use keyset pagination', async () => {
    const refused = (type: string, limit = 50_000) => ({
      status: 405,
      text: `{"error":"Offset pagination has a maximum allowed offset of ${limit} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination."}`,
    });
    const settings = app.app.get(SettingsService);

    expect((await user.api.get('projects?per_page=100&page=500')).status).toBe(200);
    expect(await user.api.get('projects?per_page=100&page=501')).toMatchObject(refused('Project'));
    expect(await app.anonymous.get('projects?page=2501')).toMatchObject(refused('Project'));
    expect(await user.api.get('users?per_page=1&page=50001')).toMatchObject(refused('User'));
    expect(await user.api.get(`groups/${group.id}/members?per_page=1&page=9223372036854775807`)).toMatchObject({
      status: 405,
    });
    expect(await app.anonymous.get('groups?per_page=100&page=501')).toMatchObject(refused('Group'));
    expect((await user.api.get('groups?per_page=100&page=501')).status).toBe(200);
    expect((await user.api.get('groups?per_page=100&page=9223372036854775807')).status).toBe(200);

    await settings.change({ maxOffset: 10 });
    expect(await user.api.get('projects?per_page=5&page=3')).toMatchObject(refused('Project', 10));
    expect((await user.api.get('projects?per_page=5&page=2')).status).toBe(200);
    await settings.change({ maxOffset: 0 });
    expect((await user.api.get('projects?per_page=100&page=501')).status).toBe(200);
    await settings.change({ maxOffset: 50_000 });
  });

  it('breaks ties by the id in the same direction', async () => {
    const word = unique('tie');
    const people = await Promise.all(Array.from({ length: 5 }, () => aUser(app, { name: word })));
    const ascending = people.map(({ id }) => id).sort((a, b) => a - b);

    for (const [query, expected] of [
      ['order_by=name&sort=asc', ascending],
      ['order_by=name&sort=desc', [...ascending].reverse()],
      ['order_by=name', [...ascending].reverse()],
      ['', [...ascending].reverse()],
      ['sort=asc', ascending],
    ] as const) {
      expect(await pagesOf(user.api, `users?search=${word}&per_page=2&${query}`)).toEqual(expected);
    }
  });
});

describe('every list with keyset pagination', () => {
  it('requires order_by and sort', async () => {
    const missing = (name: string) => ({
      status: 400,
      text: `{"message":"400 (Bad request) \\"${name}\\" not given"}`,
    });

    for (const path of ['projects', 'users', LIST]) {
      expect(await user.api.get(`${path}?pagination=keyset`)).toMatchObject(missing('order_by'));
      expect(await user.api.get(`${path}?pagination=keyset&sort=asc`)).toMatchObject(missing('order_by'));
      expect(await user.api.get(`${path}?pagination=keyset&order_by=id`)).toMatchObject(missing('sort'));
      expect(await user.api.get(`${path}?pagination=keyset&order_by=id&sort=`)).toMatchObject(missing('sort'));
    }
    for (const path of ['projects', 'users', LIST]) {
      expect(await user.api.get(`${path}?pagination=keyset&order_by=id&sort=up`)).toMatchObject({
        status: 400,
        text: '{"message":{"sort":["does not have a valid value"]}}',
      });
    }
  });

  it('is selected by this word alone', async () => {
    for (const word of ['offset', 'KEYSET', 'cursor', '']) {
      expect(headersOf(await owner.api.get(`${LIST}?pagination=${word}`)).page).toBe('1');
    }
  });

  it('links to the next page alone, with the parameters as sent, until an empty page without links', async () => {
    const start = `${LIST}?pagination=keyset&x=%2F&order_by=id&sort=asc&per_page=5`;
    const [first, whole] = [await owner.api.get(start), ids(await owner.api.get(LIST))];

    expect(headersOf(first)).toMatchObject({
      page: null,
      perPage: null,
      next: null,
      prev: null,
      total: null,
      totalPages: null,
    });
    const cursor = Buffer.from(JSON.stringify({ id: whole[4], _kd: 'n' })).toString('base64url');
    expect(first.headers.get('link')).toBe(`<${app.url}/api/v4/${start}&cursor=${cursor}>; rel="next"`);
    const second = await owner.api.get(headersOf(first).links[0]!.url!);
    expect(ids(second)).toEqual(whole.slice(5));
    expect(rels(second)).toEqual(['next']);
    const third = await owner.api.get(headersOf(second).links[0]!.url!);
    expect([third.text, third.headers.get('link')]).toEqual(['[]', null]);
  });

  it('adds id_after or id_before on GET /projects, for everybody, and these are plain filters too', async () => {
    for (let n = 0; n < 5; n++) {
      await aProject(user.api, { namespace_id: group.id });
    }
    const filter = 'membership=true&per_page=2';
    const all = ids(await user.api.get('projects?membership=true&order_by=id&sort=asc'));

    expect(await pagesOf(user.api, `projects?pagination=keyset&order_by=id&sort=asc&${filter}`)).toEqual(all);
    expect(await pagesOf(user.api, `projects?pagination=keyset&order_by=id&sort=desc&${filter}`)).toEqual(
      [...all].reverse(),
    );
    const up = await user.api.get(`projects?pagination=keyset&order_by=id&sort=asc&${filter}`);
    expect(headersOf(up).links).toEqual([
      {
        rel: 'next',
        url: `${app.url}/api/v4/projects?pagination=keyset&order_by=id&sort=asc&${filter}&id_after=${all[1]}`,
      },
    ]);
    const down = await user.api.get(`projects?pagination=keyset&order_by=id&sort=desc&${filter}&id_before=${all[4]}`);
    expect(headersOf(down).links[0]!.url).toContain(`${filter}&id_before=${all[2]}`);
    expect((await app.anonymous.get('projects?pagination=keyset&order_by=id&sort=asc')).status).toBe(200);
    expect(ids(await user.api.get(`projects?membership=true&id_after=${all[0]}&id_before=${all[3]}&sort=asc`))).toEqual(
      all.slice(1, 3),
    );
  });

  it('pages GET /groups by name, ascending, for anonymous callers only', async () => {
    const prefix = unique('walk');
    for (const letter of ['c', 'a', 'B', 'b']) {
      await aGroup(user.api, { name: `${prefix} ${letter}`, visibility: 'public' });
    }
    const start = 'groups?pagination=keyset&order_by=name&sort=asc&per_page=3';

    const found = await pagesOf(app.anonymous, `${start}&search=${prefix}`);
    expect(found).toEqual(ids(await app.anonymous.get(`groups?search=${prefix}`)));
    expect(found).toHaveLength(4);
    const url = headersOf(await app.anonymous.get(start)).links[0]!.url!;
    const cursor = JSON.parse(Buffer.from(new URL(url).searchParams.get('cursor')!, 'base64url').toString());
    expect(Object.keys(cursor)).toEqual(['name', 'id', '_kd']);
  });

  it('answers 405 to every other combination', async () => {
    const refused = {
      status: 405,
      text: '{"error":"Keyset pagination is not yet available for this type of request"}',
    };
    const keyset = (order: string, sort = 'asc') => `pagination=keyset&order_by=${order}&sort=${sort}`;

    for (const order of ['name', 'path', 'created_at', 'updated_at', 'last_activity_at']) {
      expect(await user.api.get(`projects?${keyset(order)}`)).toMatchObject(refused);
      expect(await app.anonymous.get(`projects?${keyset(order, 'desc')}`)).toMatchObject(refused);
    }
    for (const [api, query] of [
      [user.api, keyset('name')],
      [app.admin, keyset('name')],
      [app.anonymous, keyset('name', 'desc')],
      [app.anonymous, keyset('id')],
      [app.anonymous, keyset('path')],
    ] as const) {
      expect(await api.get(`groups?${query}`)).toMatchObject(refused);
    }
    expect(await user.api.get(`${LIST}?${keyset('name')}`)).toMatchObject(refused);
    expect(await user.api.get(`groups/${group.id}/members?${keyset('access_level')}`)).toMatchObject(refused);
  });

  it('is available on every other list, by its id and by each of its own orders', async () => {
    const other = await aUser(app, { name: user.username });
    for (const [api, list, orders] of [
      [user.api, 'users', ['id', 'name', 'username', 'created_at', 'updated_at']],
      [user.api, `groups/${group.id}/projects`, ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at']],
      [user.api, `groups/${group.id}/subgroups`, ['id', 'name', 'path']],
      [user.api, `groups/${group.id}/members`, ['id']],
      [owner.api, LIST, ['id']],
      [app.admin, 'operations', ['id']],
      [app.admin, 'namespaces', ['id']],
    ] as const) {
      for (const order of orders) {
        for (const sort of ['asc', 'desc']) {
          const plain = (await pagesOf(api, `${list}?order_by=${order}&sort=${sort}&per_page=100`)).sort();
          const found = await pagesOf(api, `${list}?pagination=keyset&order_by=${order}&sort=${sort}&per_page=3`);
          expect([list, order, found.length, [...found].sort()]).toEqual([list, order, plain.length, plain]);
        }
      }
    }
    expect(other.id).toBeGreaterThan(0);
  });

  it('refuses a cursor that does not decode or belongs to another column', async () => {
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const valid = { name: 'x', id: 1, _kd: 'n' };

    expect((await user.api.get(`users?pagination=keyset&order_by=name&sort=asc&cursor=${cursor(valid)}`)).status).toBe(
      200,
    );
    for (const [order, text] of [
      ['name', 'nonsense'],
      ['name', '%21%21'],
      ['name', cursor('x')],
      ['name', cursor(null)],
      ['name', cursor([valid])],
      ['name', cursor({ name: 'x', id: 1 })],
      ['name', cursor({ name: 'x', _kd: 'n' })],
      ['name', cursor({ ...valid, id: 'abc' })],
      ['name', cursor({ ...valid, id: 1.5 })],
      ['name', cursor({ ...valid, name: {} })],
      ['name', cursor({ ...valid, _kd: 'p' })],
      ['name', cursor({ username: 'x', id: 1, _kd: 'n' })],
      ['id', cursor(valid)],
      ['username', cursor(valid)],
      ['created_at', cursor({ created_at: 'no time', id: 1, _kd: 'n' })],
      ['created_at', cursor({ created_at: 5, id: 1, _kd: 'n' })],
      ['id', cursor({ id: '99999999999999999999', _kd: 'n' })],
      ['id', cursor({ id: '1; drop table users', _kd: 'n' })],
    ]) {
      expect([
        text,
        await user.api.get(`users?pagination=keyset&order_by=${order}&sort=desc&cursor=${text}`),
      ]).toMatchObject([text, { status: 400, text: '{"message":{"cursor":["is invalid"]}}' }]);
    }
  });

  it('shows each old row exactly once while others come and go', async () => {
    const crowd = await aUser(app);
    await addTokens(crowd.id, 40);
    const old = ids(await crowd.api.get(`${LIST}?per_page=100`));
    for (const sort of ['asc', 'desc']) {
      const seen = await pagesOf(
        crowd.api,
        `${LIST}?pagination=keyset&order_by=id&sort=${sort}&per_page=7`,
        async () => {
          await addTokens(crowd.id, sort === 'asc' ? 0 : 3);
        },
      );
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(old));
    }
    const names = unique('moving');
    const people: TestUser[] = [];
    for (const letter of 'bdfhjlnp') {
      people.push(await aUser(app, { name: `${names} ${letter}` }));
    }
    const letters = [...'acegikmo'];
    const seen = await pagesOf(
      user.api,
      `users?search=${names}&pagination=keyset&order_by=name&sort=asc&per_page=2`,
      async () => {
        await aUser(app, { name: `${names} ${letters.shift() ?? 'z'}` });
      },
    );
    expect(seen.filter((id) => people.some((person) => person.id === id))).toEqual(people.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  });
});

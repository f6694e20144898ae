import { aUser } from '../../builders/records.js';
import { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aProvider } from './provider.js';
import type { Provider } from './provider.js';

let app: TestApp;
let scim: Provider;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  scim = await aProvider(await aUser(app), new ApiClient(app.url));
  for (const name of ['Ada', 'Bob', 'Cleo']) {
    await scim.user({
      userName: `${name}@corp.example`,
      externalId: `id-${name}`,
      displayName: name === 'Cleo' ? undefined : name,
      name: { givenName: name, familyName: 'Doe' },
      emails: [
        { value: `${name}@corp.example`, type: 'work', primary: true },
        { value: `${name}@home.example`, type: 'home' },
      ],
      active: name !== 'Bob',
    });
  }
});
afterAll(() => app.close());

const list = (params: Readonly<Record<string, string>>) =>
  scim.send('GET', `Users?${new URLSearchParams(params).toString()}`);
const names = (body: { Resources: readonly { userName: string }[] }): string[] =>
  body.Resources.map(({ userName }) => userName.split('@', 1)[0] ?? '');

describe('GET /Users', () => {
  it('answers a list in the order of creation', async () => {
    const { status, body, headers } = await list({});

    expect([status, body.totalResults, body.startIndex, body.itemsPerPage, names(body)]).toEqual([
      200,
      3,
      1,
      3,
      ['Ada', 'Bob', 'Cleo'],
    ]);
    expect(body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:ListResponse']);
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  });

  it.each([
    [{ startIndex: '2', count: '1' }, ['Bob']],
    [{ startIndex: '-5', count: '1' }, ['Ada']],
    [{ startIndex: '9' }, []],
    [{ startIndex: '99999999999' }, []],
    [{ startIndex: '9'.repeat(400) }, []],
    [{ count: '9'.repeat(20) }, ['Ada', 'Bob', 'Cleo']],
    [{ count: '0' }, []],
    [{ count: '-1' }, []],
    [{ sortBy: 'userName', sortOrder: 'descending' }, ['Cleo', 'Bob', 'Ada']],
    [{ sortBy: 'emails.value', count: '1' }, ['Ada']],
  ])('answers the part %j', async (params, expected) => {
    const { status, body } = await list(params);

    expect([status, body.totalResults, names(body)]).toEqual([200, 3, expected]);
  });

  it.each([
    ['userName eq "ADA@corp.example"', ['Ada']],
    ['username EQ "ada@corp.example"', ['Ada']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "b"', ['Bob']],
    ['externalId eq "id-ada"', []],
    ['externalId eq "id-Ada"', ['Ada']],
    ['emails.value eq "cleo@HOME.example"', ['Cleo']],
    ['emails[type eq "work" and value co "home"]', []],
    ['emails[type eq "home"].value sw "bob"', ['Bob']],
    ['emails[type eq "work" and primary eq true] and active eq false', ['Bob']],
    ['displayName pr', ['Ada', 'Bob']],
    ['name pr and meta pr and meta.resourceType eq "User"', ['Ada', 'Bob', 'Cleo']],
    ['not (name pr)', []],
    ['not (displayName eq "Ada")', ['Bob', 'Cleo']],
    ['displayName eq null', ['Cleo']],
    ['active eq true and (name.givenName eq "ada" or name.givenName eq "bob")', ['Ada']],
    ['name.formatted ew "doe" and userName gt "b"', ['Bob', 'Cleo']],
    ['userName ne "ada@corp.example"', ['Bob', 'Cleo']],
    ['meta.created gt "2020-01-01T00:00:00Z" and meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    [`userName eq "' or 1=1 --"`, []],
    ['meta.version eq "W/\\"1\\""', ['Ada', 'Bob', 'Cleo']],
    ['meta.version ne "W/\\"1\\"" or not (meta.location pr)', []],
  ])('filters by %s', async (filter, expected) => {
    const { status, body } = await list({ filter });

    expect([status, body.totalResults, names(body)]).toEqual([200, expected.length, expected]);
  });

  it('finds no attribute present whose text is empty', async () => {
    const { id } = await scim.user({ displayName: '', name: { givenName: '' } });
    const filters = ['displayName pr', 'name.givenName pr', 'name pr'].map((filter) => `id eq "${id}" and ${filter}`);
    const totals = await Promise.all(filters.map(async (filter) => (await list({ filter })).body.totalResults));
    await scim.send('DELETE', `Users/${id}`);

    expect(totals).toEqual([0, 0, 0]);
  });

  it('filters by the address that a user has', async () => {
    const { body } = await list({ filter: 'userName sw "bob"' });
    const { location } = body.Resources[0].meta;

    expect(names((await list({ filter: `meta.location eq "${location}"` })).body)).toEqual(['Bob']);
  });

  it.each([
    'userName',
    'userName eq',
    'userName eq "a',
    'userName is "a"',
    'nickName eq "a"',
    'emails.value.of eq "a"',
    'constructor eq "a"',
    'userName eq 5',
    'name eq "a"',
    'active gt true',
    'active eq true)',
    'meta.created eq "soon"',
    'meta.created gt "0000-01-01T00:00:00Z"',
    'meta.created gt "0001-01-01T00:00:00+14:00"',
    'meta.created lt "9999-12-31T23:59:00-14:00"',
    'active co true',
    'name[formatted eq "a"]',
    `${'('.repeat(21)}active eq true${')'.repeat(21)}`,
    `userName eq "${'a'.repeat(2000)}"`,
  ])('refuses the filter %s', async (filter) => {
    const { status, body } = await list({ filter });

    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  it.each([
    [
      { attributes: 'userName,emails.type' },
      { userName: 'Ada@corp.example', emails: [{ type: 'work' }, { type: 'home' }] },
    ],
    [
      { excludedAttributes: 'emails,name.familyName,meta,schemas' },
      {
        externalId: 'id-Ada',
        userName: 'Ada@corp.example',
        name: { formatted: 'Ada Doe', givenName: 'Ada' },
        displayName: 'Ada',
        active: true,
      },
    ],
  ])('answers the attributes of %j', async (params, expected) => {
    const { body } = await list({ ...params, count: '1' });

    expect(body.Resources).toEqual([{ schemas: expect.any(Array), id: expect.any(String), ...expected }]);
  });

  it('refuses a count that is no integer', async () => {
    const { status, body } = await list({ count: 'many' });

    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });
});

describe('POST /Users/.search', () => {
  it('takes a filter of 2,000 characters, whatever they are', async () => {
    const filters = [1986, 1987].map((length) => `userName eq "${'😀'.repeat(length)}"`);
    const [longest, longer] = await Promise.all(
      filters.map((filter) => scim.send('POST', 'Users/.search', { filter })),
    );

    expect(longest).toMatchObject({ status: 200, body: { totalResults: 0 } });
    expect(longer).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
  });

  it('takes a filter of 20 levels', async () => {
    const filter = `${'('.repeat(19)}emails[type pr]${')'.repeat(19)} and ${'('.repeat(20)}active pr${')'.repeat(20)}`;

    expect(await scim.send('POST', 'Users/.search', { filter })).toMatchObject({ status: 200 });
  });

  it('takes the parameters from the body', async () => {
    const { status, body } = await scim.send('POST', 'Users/.search', {
      filter: 'active eq true',
      startIndex: 2,
      count: 1,
    });

    expect([status, body.totalResults, names(body)]).toEqual([200, 2, ['Cleo']]);
  });

  it('reads names of attributes that are no texts as none', async () => {
    const { status, body } = await scim.send('POST', 'Users/.search', {
      count: 1,
      attributes: [{ toString: 1, valueOf: 1 }, 'userName'],
    });

    expect([status, names(body)]).toEqual([200, ['Ada']]);
  });

  it('reads their names without regard to case', async () => {
    const { body } = await scim.send('POST', 'Users/.search', { Count: 1, Attributes: ['USERNAME'] });
    const { body: others } = await scim.send('POST', 'Users/.search', { count: 1, excludedattributes: ['meta'] });

    expect(Object.keys(body.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName']);
    expect(others.Resources[0].meta).toBeUndefined();
  });
});

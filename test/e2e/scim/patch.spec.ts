import { aUser } from '../../builders/records.js';
import { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aProvider } from './provider.js';
import type { Provider } from './provider.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';

let app: TestApp;
let scim: Provider;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  scim = await aProvider(await aUser(app), new ApiClient(app.url));
});
afterAll(() => app.close());

const patch = async (operations: unknown, id?: string) =>
  scim.send('PATCH', `Users/${id ?? (await scim.user()).id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: operations,
  });

describe('PATCH /Users/:id', () => {
  it.each([
    [{ op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [{ op: 'replace', value: { active: false } }, { active: false }],
    [{ op: 'Add', path: `${CORE}:displayName`, value: 'A' }, { displayName: 'A' }],
    [{ op: 'add', value: { 'name.givenName': 'Eve', [`${CORE}:displayName`]: 'E' } }, { displayName: 'E' }],
    [{ op: 'replace', value: { [CORE]: { displayName: 'N' } } }, { displayName: 'N' }],
    [
      { op: 'replace', path: 'NAME.familyname', value: 'King' },
      { name: expect.objectContaining({ familyName: 'King' }) },
    ],
    [
      { op: 'replace', path: 'name', value: { formatted: 'F' } },
      { name: { formatted: 'F', givenName: 'Ada', familyName: 'Lovelace' } },
    ],
    [{ op: 'remove', path: 'name' }, { name: undefined }],
    [{ op: 'remove', path: 'externalId' }, { externalId: undefined }],
  ])('takes %j', async (operation, expected) => {
    const { status, body } = await patch([operation]);

    const changed = Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]]));
    expect([status, changed]).toEqual([200, expected]);
    expect(body.meta.version).toBe('W/"2"');
  });

  it.each([
    { op: 'add', path: `${ENTERPRISE}:department`, value: 'x' },
    { op: 'add', value: { title: 'Dr', [ENTERPRISE]: { department: 'x' } } },
    { op: 'remove', path: 'title' },
  ])('ignores %j', async (operation) => {
    const { status, body } = await patch([operation]);

    expect([status, body.active, body.meta.version]).toEqual([200, true, 'W/"1"']);
  });

  it('refuses objects where a word belongs', async () => {
    const odd = { toString: 1, valueOf: 1 };
    const email = { value: 'a@corp.example', primary: odd };
    const send = async (fields: object) => (await scim.send('PATCH', `Users/${id}`, fields)).status;
    const { id } = await scim.user();

    expect([
      await send({ Operations: [{ op: odd, path: 'active', value: true }] }),
      await send({ schemas: [odd], Operations: [{ op: 'remove', path: 'name' }] }),
      await send({ Operations: [{ op: 'add', path: 'emails', value: [email] }] }),
      await send({ Operations: [{ op: 'replace', path: 'emails[type eq "work"].primary', value: odd }] }),
    ]).toEqual([400, 400, 400, 400]);
  });

  it('refuses more addresses than a user may have before it compares them with others', async () => {
    const emails = Array.from({ length: 21 }, (_, at) => ({ value: `a${at}@corp.example` }));

    const { status, body } = await patch([
      { op: 'replace', path: 'emails', value: emails },
      { op: 'replace', path: 'emails', value: emails.slice(0, 1) },
    ]);

    expect([status, body.detail]).toEqual([400, 'emails must be a list of 1 to 20.']);
  });

  it('changes addresses by filters, and creates the one of a type that is missing', async () => {
    const { id, emails } = await scim.user();
    const [work, home] = [`w-${emails[0].value}`, `h-${emails[0].value}`];

    const { status, body } = await patch(
      [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: work },
        { op: 'Add', path: 'emails[type eq "home"].value', value: home },
        { op: 'Add', path: 'emails', value: [{ value: `x-${home}`, primary: 'True' }] },
        { op: 'remove', path: `emails[value eq "${home.toUpperCase()}"]` },
      ],
      id,
    );

    expect([status, body.emails]).toEqual([
      200,
      [
        { value: work, type: 'work', primary: false },
        { value: `x-${home}`, primary: true },
      ],
    ]);
  });

  it('reads the attributes of addresses without regard to case', async () => {
    const { id, emails } = await scim.user();
    const [work, home] = [emails[0].value, `h-${emails[0].value}`];

    const { status, body } = await patch(
      [
        { op: 'add', path: 'emails', value: [{ Value: work, Type: 'other' }] },
        { op: 'add', path: 'emails', value: [{ VALUE: home, PRIMARY: true }] },
        { op: 'replace', path: `emails[value eq "${home}"]`, value: { TYPE: 'home' } },
      ],
      id,
    );

    expect([status, body.emails]).toEqual([
      200,
      [
        { value: work, type: 'other', primary: false },
        { value: home, type: 'home', primary: true },
      ],
    ]);
  });

  it.each([
    [[], 'invalidSyntax'],
    [undefined, 'invalidSyntax'],
    [Array.from({ length: 101 }, () => ({ op: 'remove', path: 'displayName' })), 'invalidSyntax'],
    [[{ op: 'move', path: 'active' }], 'invalidSyntax'],
    [[{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    [[{ op: 'replace', path: 'meta.created', value: 'x' }], 'mutability'],
    [[{ op: 'replace', path: 'shoeSize', value: 5 }], 'invalidPath'],
    [[{ op: 'replace', path: 'active.x', value: 5 }], 'invalidPath'],
    [[{ op: 'remove', path: 'userName' }], 'invalidValue'],
    [[{ op: 'remove', path: 'emails' }], 'invalidValue'],
    [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    [[{ op: 'replace', value: 'x' }], 'invalidValue'],
    [[{ op: 'replace', path: 'active' }], 'invalidValue'],
    [[{ op: 'add', path: 'displayName' }], 'invalidValue'],
    [[{ op: 'replace', path: 'name.givenName' }], 'invalidValue'],
    [[{ op: 'remove', path: 'emails[type eq "none"]' }], 'noTarget'],
    [[{ op: 'remove', path: 'emails[type eq "none"].value' }], 'noTarget'],
  ])('refuses %j', async (operations, scimType) => {
    const { status, body } = await patch(operations);

    expect([status, body.scimType]).toEqual([400, scimType]);
  });

  it('keeps version and times of a user who is as the operations say', async () => {
    const { id } = await scim.user({ displayName: 'Ada' });
    const before = (await scim.send('GET', `Users/${id}`)).body;

    const answer = await patch(
      [
        { op: 'replace', path: 'active', value: 'True' },
        { op: 'replace', path: 'displayName', value: 'Ada' },
      ],
      id,
    );

    expect([answer.status, answer.body]).toEqual([200, before]);
  });

  it('does all operations or none', async () => {
    const { id } = await scim.user();

    await patch(
      [
        { op: 'replace', path: 'displayName', value: 'A' },
        { op: 'replace', path: 'active', value: 7 },
      ],
      id,
    );

    expect((await scim.send('GET', `Users/${id}`)).body).toMatchObject({ active: true, meta: { version: 'W/"1"' } });
  });

  it('answers 404 for nobody and 412 for another version', async () => {
    const { id } = await scim.user();
    const operations = { Operations: [{ op: 'replace', path: 'active', value: true }] };

    const missing = await scim.send('PATCH', 'Users/00000000-0000-0000-0000-000000000000', operations);
    const stale = await scim.send('PATCH', `Users/${id}`, operations, { headers: { 'If-Match': 'W/"7"' } });

    expect([missing.status, stale.status]).toEqual([404, 412]);
  });
});

describe('what the service offers', () => {
  it('is said by ServiceProviderConfig, ResourceTypes and Schemas', async () => {
    const config = await scim.send('GET', 'ServiceProviderConfig');
    const types = await scim.send('GET', 'ResourceTypes/');
    const schemas = await scim.send('GET', 'Schemas');

    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 100 },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    expect([types.body.totalResults, types.body.Resources[0].id]).toEqual([1, 'User']);
    expect((await scim.send('GET', 'ResourceTypes/User')).body).toEqual(types.body.Resources[0]);
    expect((await scim.send('GET', `Schemas/${CORE}`)).body).toEqual(schemas.body.Resources[0]);
    expect((await scim.send('GET', 'Schemas/other')).status).toBe(404);
  });

  it('is neither groups nor bulk operations', async () => {
    const groups = await scim.send('GET', 'Groups');
    const bulk = await scim.send('POST', 'Bulk', {});
    const read = await scim.send('GET', 'Bulk');

    expect([groups.status, groups.body.status, bulk.status, bulk.body.status]).toEqual([404, '404', 501, '501']);
    expect([read.status, read.body.status]).toEqual([501, '501']);
  });
});

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { head, sendRaw } from '../../support/raw-http.js';

let app: TestApp;
let user: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
  group = await aGroup(user.api);
  project = await aProject(user.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const INVALID_CHARACTERS = '{"message":"400 Bad request - Invalid characters"}';
const TOO_MANY = '{"message":"400 Bad request - Too many parameters"}';
const MALFORMED = '{"message":"400 Bad request - Malformed JSON body"}';
const NO_OBJECT = '{"message":"400 Bad request - The body must be a JSON object"}';

/** A project is changed by PUT: it has parameters of every type. */
const put = (body: object | string, type?: string, query = '') =>
  user.api.send(
    'PUT',
    `projects/${project.id}${query}`,
    body,
    type === undefined ? {} : { headers: { 'Content-Type': type } },
  );
const form = (text: string) => put(text, FORM);
const json = (value: unknown) => put(JSON.stringify(value), JSON_TYPE);
const multipart = (fields: Record<string, string>) => {
  const body = new FormData();
  Object.entries(fields).forEach(([name, value]) => {
    body.append(name, value);
  });
  return put(body);
};

describe('every route with parameters', () => {
  it('reads them from a JSON, form or multipart body, or the query', async () => {
    for (const [answer, expected] of [
      [await json({ description: 'json' }), 'json'],
      [await form('description=a+b%2Bc%20d'), 'a b+c d'],
      [await multipart({ description: 'mülti' }), 'mülti'],
      [await put('', FORM, '?description=query+x'), 'query x'],
      [await put(JSON.stringify({ description: 'charset' }), 'application/json; charset=utf-8'), 'charset'],
      [await put(JSON.stringify({ description: 'upper' }), 'APPLICATION/JSON'), 'upper'],
    ] as const) {
      expect(answer).toMatchObject({ status: 200, body: { description: expected } });
    }
  });

  it('reads a body without a Content-Type as JSON', async () => {
    const body = JSON.stringify({ description: 'typeless' });
    const headers = { 'PRIVATE-TOKEN': user.token, 'Content-Length': String(body.length) };
    for (const extra of [{}, { 'Content-Type': '' }] as Record<string, string>[]) {
      const answer = await sendRaw(
        app.url,
        head('PUT', `/api/v4/projects/${project.id}`, { ...headers, ...extra }) + body,
      );
      expect([answer.status, JSON.parse(answer.text).description]).toEqual([200, 'typeless']);
    }
  });

  it('reads a body in chunks', async () => {
    const body = JSON.stringify({ description: 'chunked' });
    const headers = { 'PRIVATE-TOKEN': user.token, 'Transfer-Encoding': 'chunked' };
    const start = head('PUT', `/api/v4/projects/${project.id}`, headers);
    const answer = await sendRaw(app.url, `${start}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    const empty = await sendRaw(
      app.url,
      head('PUT', `/api/v4/projects/${project.id}`, { ...headers, 'Content-Type': 'text/plain' }) + '0\r\n\r\n',
    );

    expect([answer.status, JSON.parse(answer.text).description]).toEqual([200, 'chunked']);
    expect(empty.status).toBe(200);
  });

  it('prefers the path to the body, and the body to the query', async () => {
    const other = await aProject(user.api);

    const answer = await put({ id: other.id, description: 'body' }, JSON_TYPE, `?description=query&id=${other.id}`);
    expect(answer).toMatchObject({ status: 200, body: { id: project.id, description: 'body' } });
  });

  it('ignores a body of GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await sendRaw(
        app.url,
        head(method, '/api/v4/projects', { 'Content-Type': 'text/plain', 'Content-Length': '7' }) + '{broken',
      );
      expect(answer.status).toBe(200);
    }
    const ignored = await sendRaw(
      app.url,
      head('GET', '/api/v4/projects', { 'Content-Type': JSON_TYPE, 'Content-Length': '11' }) + '{"page": 0}',
    );
    expect(ignored.status).toBe(200);
  });

  it('accepts an empty body of any type', async () => {
    for (const type of [JSON_TYPE, FORM, 'multipart/form-data; boundary=x', 'text/plain', 'application/xml']) {
      expect((await put('', type)).status).toBe(200);
    }
  });

  it('accepts a body of DELETE, and never requires one', async () => {
    for (const body of [undefined, {}, { skip_subresources: true }]) {
      const member = await aUser(app);
      await user.api.post(`groups/${group.id}/members`, { user_id: member.id, access_level: 10 });
      expect((await user.api.delete(`groups/${group.id}/members/${member.id}`, body)).status).toBe(204);
    }
  });

  it('ignores unknown parameters', async () => {
    expect((await json({ no_such: { a: [1] }, description: 'known' })).body.description).toBe('known');
  });
});

describe('every route with a body', () => {
  it.each(['text/plain', 'application/xml', 'text/html', 'application/octet-stream', 'nonsense', 'application/jsonx'])(
    'answers 415 to %s',
    async (type) => {
      const answer = await put('{"description":"x"}', type);

      expect(answer).toMatchObject({
        status: 415,
        text: `{"error":"The provided content-type '${type}' is not supported."}`,
      });
    },
  );

  it.each([
    ['gzip', 'application/json', gzipSync],
    ['br', 'application/x-www-form-urlencoded', brotliCompressSync],
    ['Deflate', 'multipart/form-data; boundary=x', deflateSync],
  ])('answers 415 to a body in %s', async (coding, type, compress) => {
    const headers = { 'Content-Type': type, 'Content-Encoding': coding };
    const answer = await user.api.send('PUT', `groups/${group.id}`, compress('{"description":"x"}'), { headers });

    expect(answer).toMatchObject({
      status: 415,
      text: `{"error":"The provided content-encoding '${coding.toLowerCase()}' is not supported."}`,
    });
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  it.each(['identity', 'utf-8', ''])('reads a body that comes as it is, called %j', async (coding) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
    const answer = await user.api.send('PUT', `groups/${group.id}`, '{"description":"as it is"}', { headers });

    expect(answer).toMatchObject({ status: 200, body: { description: 'as it is' } });
  });

  it.each(['{', '{"a":}', 'a=b', '{"a":1}}', "{'a':1}", '{"a":1,}', ' ', '\u0007', '{"a":"\n"}'])(
    'answers 400 to %j',
    async (body) => {
      expect(await put(body, JSON_TYPE)).toMatchObject({ status: 400, text: MALFORMED });
    },
  );

  it.each(['[]', '[{"description":"x"}]', '"text"', '1', 'true', 'null'])(
    'answers 400 to %s, which is no object',
    async (body) => {
      expect(await put(body, JSON_TYPE)).toMatchObject({ status: 400, text: NO_OBJECT });
    },
  );

  it('answers 413 above 10 MiB, declared or in chunks, and reads up to that', async () => {
    const large = (bytes: number) => `{"no_such":"${'x'.repeat(bytes - 14)}"}`;

    expect((await put(large(10 * 1024 * 1024), JSON_TYPE)).status).toBe(200);
    expect(await put(large(10 * 1024 * 1024 + 1), JSON_TYPE)).toMatchObject({
      status: 413,
      text: '{"message":"413 Payload Too Large"}',
    });
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const chunked = await sendRaw(
      app.url,
      head('PUT', `/api/v4/projects/${project.id}`, {
        'PRIVATE-TOKEN': user.token,
        'Content-Type': JSON_TYPE,
        'Transfer-Encoding': 'chunked',
      }) +
        chunk.repeat(11) +
        '0\r\n\r\n',
    );
    expect(chunked.status).toBe(413);
  });

  it('refuses in a way that a client can read while it is still sending', async () => {
    const body = 'x'.repeat(20 * 1024 * 1024);
    const refused = (method: string, path: string, type: string) =>
      sendRaw(app.url, head(method, path, { 'Content-Type': type, 'Content-Length': String(body.length) }) + body);

    expect(await refused('PUT', '/api/v4/projects/1', JSON_TYPE)).toMatchObject({
      status: 413,
      headers: { connection: 'close' },
    });
    expect((await refused('PUT', '/api/v4/projects/1', 'text/plain')).status).toBe(415);
    expect((await refused('POST', '/api/v4/nothing', JSON_TYPE)).status).toBe(404);
    expect((await refused('PATCH', '/v2/a/b/blobs/uploads/x', 'application/octet-stream')).status).toBe(401);
  });

  it('checks type, then size, then JSON, all before the credentials', async () => {
    const big = 'x'.repeat(10 * 1024 * 1024 + 1);

    expect(
      (await app.as('nobody').send('PUT', 'projects/1', big, { headers: { 'Content-Type': 'text/plain' } })).status,
    ).toBe(415);
    expect(
      (await app.as('nobody').send('PUT', 'projects/1', big, { headers: { 'Content-Type': JSON_TYPE } })).status,
    ).toBe(413);
    expect(
      (await app.as('nobody').send('PUT', 'projects/1', '{', { headers: { 'Content-Type': JSON_TYPE } })).text,
    ).toBe(MALFORMED);
    expect(
      (await app.anonymous.send('PUT', 'projects/1?a=%zz', '{', { headers: { 'Content-Type': JSON_TYPE } })).text,
    ).toBe(MALFORMED);
  });

  it('answers 400 to a multipart body that breaks off', async () => {
    const type = 'multipart/form-data; boundary=b';
    const start = '--b\r\nContent-Disposition: form-data; name="description"\r\n\r\nx';
    for (const [body, of] of [
      [start, type],
      [start.replace('"description"', '"avatar"; filename="a.png"'), type],
      ['nothing', type],
      [`${start}\r\n--b--\r\n`, 'multipart/form-data'],
    ]) {
      const answer = await put(body!, of);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/^400 Bad request - /);
    }
    expect((await put(`${start}\r\n--b--\r\n`, type)).body.description).toBe('x');
  });

  it('ignores files in a multipart body', async () => {
    const body = new FormData();
    body.append('description', 'with a file');
    body.append('avatar', new Blob(['\0\xff']), 'a.png');

    expect(await put(body)).toMatchObject({ status: 200, body: { description: 'with a file' } });
  });
});

describe('every route with characters that are not valid', () => {
  it.each(['%zz', '%', '%4', 'a%00b', '%ff', '%c3%28', '%ed%a0%80', '%c0%80'])(
    'refuses %s in path, query and form',
    async (text) => {
      for (const answer of [
        await user.api.get(`projects/${text}`),
        await user.api.get(`projects?search=${text}`),
        await user.api.get(`projects?${text}=x`),
        await form(`description=${text}`),
        await form(`${text}=x`),
        await put('', FORM, `?x=${text}`),
      ]) {
        expect(answer).toMatchObject({ status: 400, text: INVALID_CHARACTERS });
      }
    },
  );

  it('refuses them as raw bytes too', async () => {
    const bytes = (description: Buffer, type: string, before = '', after = '') =>
      user.api.send(
        'PUT',
        `projects/${project.id}`,
        Buffer.concat([Buffer.from(before), description, Buffer.from(after)]),
        {
          headers: { 'Content-Type': type },
        },
      );
    for (const bad of [Buffer.from([0xff]), Buffer.from([0xc3, 0x28]), Buffer.from([0])]) {
      expect((await bytes(bad, FORM, 'description=')).text).toBe(INVALID_CHARACTERS);
      const part = '--b\r\nContent-Disposition: form-data; name="description"\r\n\r\n';
      expect((await bytes(bad, 'multipart/form-data; boundary=b', part, '\r\n--b--\r\n')).text).toBe(
        INVALID_CHARACTERS,
      );
    }
    expect((await bytes(Buffer.from([0xff]), JSON_TYPE, '{"description":"', '"}')).text).toBe(INVALID_CHARACTERS);
    for (const byte of ['\0', '\xff', '\xc3\xa9']) {
      const raw = Buffer.from(head('GET', `/api/v4/projects?search=${byte}`), 'latin1');
      expect(await sendRaw(app.url, raw)).toMatchObject({ status: 400, text: INVALID_CHARACTERS });
    }
  });

  it.each(['{"description":"\\u0000"}', '{"x":{"y":["a\\u0000b"]}}', '{"a\\u0000":1}', '{"description":"\\ud800"}'])(
    'refuses them escaped in JSON as %s',
    async (body) => {
      expect(await put(body, JSON_TYPE)).toMatchObject({ status: 400, text: INVALID_CHARACTERS });
    },
  );

  it('accepts valid ones beyond ASCII in every encoding', async () => {
    const text = 'Grüße 漢字 🚀 \uFFFD ​';
    for (const answer of [
      await json({ description: text }),
      await form(`description=${encodeURIComponent(text)}`),
      await multipart({ description: text }),
      await put('', FORM, `?description=${encodeURIComponent(text)}`),
    ]) {
      expect(answer).toMatchObject({ status: 200, body: { description: text } });
    }
  });
});

describe('every route with parameters that are lists or hashes', () => {
  const skip = async (query: string) => {
    const answer = await user.api.get(`groups?owned=true&${query}`);
    return answer.status === 200 ? (answer.body as TestGroup[]).map(({ id }) => id) : answer.body;
  };

  it('reads them from brackets in query, form and multipart, and from JSON', async () => {
    const other = await aGroup(user.api);
    expect(await skip(`skip_groups[]=${group.id}`)).not.toContain(group.id);
    expect(await skip(`skip_groups%5B%5D=${group.id}&skip_groups%5B%5D=${other.id}`)).not.toContain(other.id);
    expect(await skip(`skip_groups[0]=${group.id}&skip_groups[7]=${other.id}`)).not.toContain(other.id);
    expect(await skip(`skip_groups=${group.id}`)).not.toContain(group.id);
    expect(await skip('skip_groups[]=')).toContain(group.id);
    expect(await skip('skip_groups=')).toContain(group.id);
    expect(await skip('skip_groups[]=x')).toEqual({ message: { skip_groups: ['is invalid'] } });
    expect(await skip('skip_groups[a]=1')).toEqual({ message: { skip_groups: ['is invalid'] } });

    for (const answer of [
      await form('topics[]=a&topics[]=b'),
      await multipart({ 'topics[0]': 'a', 'topics[1]': 'b' }),
      await json({ topics: ['a', 'b'] }),
      await form('topics=a,b'),
    ]) {
      expect(answer.body.topics).toEqual(['a', 'b']);
    }
    expect((await json({ topics: [] })).body.topics).toEqual([]);
    expect((await json({ topics: [{ a: 1 }] })).body).toEqual({ message: { topics: ['is invalid'] } });
  });

  it('refuses a scalar for them', async () => {
    for (const answer of [
      await form('description[]=a'),
      await form('description[k]=a'),
      await json({ description: ['a'] }),
      await json({ description: { a: 1 } }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { message: { description: ['is invalid'] } } });
    }
  });

  it('accepts ten levels and no more', async () => {
    const brackets = (depth: number) => `x${'[k]'.repeat(depth)}=1`;
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { k: nested(depth - 1) });

    expect((await form(brackets(10))).status).toBe(200);
    expect((await json({ x: nested(10) })).status).toBe(200);
    expect(await form(brackets(11))).toMatchObject({ status: 400, text: TOO_MANY });
    expect(await json({ x: nested(11) })).toMatchObject({ status: 400, text: TOO_MANY });
    expect(await user.api.get(`projects?${brackets(11)}`)).toMatchObject({ status: 400, text: TOO_MANY });
    expect(await put(`{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, JSON_TYPE)).toMatchObject({
      status: 400,
      text: TOO_MANY,
    });
  });

  it('accepts 2,048 values and no more', async () => {
    const pairs = (count: number) => Array.from({ length: count }, () => 'x[]=1').join('&');

    expect((await form(pairs(2048))).status).toBe(200);
    expect((await json({ x: Array(2048).fill(1) })).status).toBe(200);
    expect(await form(pairs(2049))).toMatchObject({ status: 400, text: TOO_MANY });
    expect(await json({ x: Array(2049).fill(1) })).toMatchObject({ status: 400, text: TOO_MANY });
    expect(await json({ x: Array(2049).fill(null) })).toMatchObject({ status: 400, text: TOO_MANY });
    expect(await user.api.get(`projects?${pairs(1300)}`)).toMatchObject({ status: 200 });
  });

  it('drops keys that would reach into the prototype of objects', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      expect((await form(`${key}[description]=bad&description=kept`)).body.description).toBe('kept');
      expect((await form(`x[${key}][y]=1&description=kept2`)).body.description).toBe('kept2');
      expect(
        (await put(`{"${key}":{"description":"bad"},"x":{"${key}":1},"description":"kept3"}`, JSON_TYPE)).body
          .description,
      ).toBe('kept3');
      expect((await user.api.get(`projects?${key}=1&x[${key}]=2`)).status).toBe(200);
    }
  });

  it('takes the last of a scalar given twice', async () => {
    expect((await form('description=first&description=last')).body.description).toBe('last');
    expect((await put('', FORM, '?description=first&description=last')).body.description).toBe('last');
    expect((await user.api.get('projects?per_page=0&per_page=1')).headers.get('x-per-page')).toBe('1');
  });

  it('takes every value of a list whose name is repeated, in a query and in both forms', async () => {
    const tokens = `projects/${project.id}/access_tokens`;
    const scopes = ['scopes=api', 'scopes=read_api', 'scopes=read_registry'].join('&');
    const parts = new FormData();
    parts.append('name', 'x');
    for (const scope of ['api', 'read_api', 'read_registry']) {
      parts.append('scopes', scope);
    }

    const made = [
      await user.api.send('POST', `${tokens}?name=x&${scopes}`),
      await user.api.send('POST', tokens, `name=x&${scopes}`, { headers: { 'Content-Type': FORM } }),
      await user.api.send('POST', tokens, parts),
    ];

    expect(made.map(({ body }) => body.scopes)).toEqual(Array(3).fill(['api', 'read_api', 'read_registry']));
    expect((await form('topics=a,b&topics=c')).body.topics).toEqual(['a', 'b', 'c']);
    expect((await put('', FORM, '?topics=d&topics=e')).body.topics).toEqual(['d', 'e']);
  });
});

describe('every route with typed parameters', () => {
  it.each(['true', 'TRUE', 'True', '1', 't', 'T', 'yes', 'YES', 'y', 'Y', 'on', 'On'])(
    'reads %s as true',
    async (word) => {
      await json({ public_jobs: false });
      expect((await form(`public_jobs=${word}`)).body.public_jobs).toBe(true);
      expect((await json({ public_jobs: word })).body.public_jobs).toBe(true);
    },
  );

  it.each(['false', 'FALSE', '0', 'f', 'F', 'no', 'No', 'n', 'N', 'off', 'OFF'])('reads %s as false', async (word) => {
    await json({ public_jobs: true });
    expect((await form(`public_jobs=${word}`)).body.public_jobs).toBe(false);
    expect((await json({ public_jobs: word })).body.public_jobs).toBe(false);
  });

  it('reads booleans and numbers of JSON', async () => {
    expect((await json({ public_jobs: true })).body.public_jobs).toBe(true);
    expect((await json({ public_jobs: 0 })).body.public_jobs).toBe(false);
    expect((await json({ build_timeout: 700 })).body.build_timeout).toBe(700);
    expect((await json({ build_timeout: '800' })).body.build_timeout).toBe(800);
    expect((await json({ build_timeout: '0000000000000000000000900' })).body.build_timeout).toBe(900);
    expect((await json({ description: 12 })).body.description).toBe('12');
    expect((await json({ description: false })).body.description).toBe('false');
  });

  it.each(['tru', '2', '-1', 'yess', 'ja', 'null', ' true', 'true ', '1.0'])(
    'refuses %j as a boolean',
    async (word) => {
      expect(await json({ public_jobs: word })).toMatchObject({
        status: 400,
        body: { message: { public_jobs: ['is invalid'] } },
      });
    },
  );

  it.each([
    '12abc',
    '1.5',
    '1e3',
    '+5',
    ' 5',
    '5 ',
    '0x10',
    '1_000',
    '1,000',
    'abc',
    '--1',
    '٣',
    '9223372036854775808',
  ])('refuses %j as an integer', async (text) => {
    for (const answer of [
      await json({ build_timeout: text }),
      await form(`build_timeout=${encodeURIComponent(text)}`),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { message: { build_timeout: ['is invalid'] } } });
    }
  });

  it('refuses numbers of JSON that are no integers, and other types', async () => {
    for (const value of ['1.5', '1e30', '[1,2]', '{"a":1}', 'true']) {
      expect(await put(`{"build_timeout":${value}}`, JSON_TYPE)).toMatchObject({
        status: 400,
        body: { message: { build_timeout: ['is invalid'] } },
      });
    }
    expect(await json({ public_jobs: [true] })).toMatchObject({ body: { message: { public_jobs: ['is invalid'] } } });
  });

  it('accepts integers of 64 bits', async () => {
    for (const id of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0', '-1']) {
      expect((await user.api.get(`projects?id_after=${id}`)).status).toBe(200);
      expect((await user.api.get(`projects?id_before=${id}`)).status).toBe(200);
    }
    expect((await user.api.get('projects?id_after=9223372036854775807')).body).toEqual([]);
    expect((await user.api.get('projects?id_after=-9223372036854775809')).status).toBe(400);
    expect((await user.api.post('projects', { name: 'x', namespace_id: '9223372036854775807' })).status).toBe(404);
  });

  it.each([
    '2020-01-31',
    '2020-01-31T10:00:00Z',
    '2020-01-31T10:00:00.123456Z',
    '2020-01-31T10:00:00+02:00',
    '2020-01-31T10:00:00+0200',
    '2020-01-31T10:00:00-02',
    '2020-01-31 10:00:00',
    '2020-01-31T10:00Z',
    '2020-02-29',
    '0001-01-01',
    '9999-12-31T23:59:59.999Z',
  ])('reads %s as a date', async (text) => {
    const query = encodeURIComponent(text);
    expect((await app.admin.get(`users?created_after=${query}`)).status).toBe(200);
    expect((await app.admin.get(`personal_access_tokens?expires_after=${query}`)).status).toBe(200);
  });

  it.each([
    'yesterday',
    '2020-13-01',
    '2020-02-30',
    '2021-02-29',
    '2020-02-30T10:00:00Z',
    '2020-01-31T25:00:00Z',
    '2020-01-31T10:00:00+99:00',
    '31.01.2020',
    '1580464800',
    '0000-01-01',
    '9999-12-31T23:59:59-10:00',
    '2020-01-31; drop',
  ])('refuses %s as a date', async (text) => {
    const query = encodeURIComponent(text);
    expect(await app.admin.get(`users?created_after=${query}`)).toMatchObject({
      status: 400,
      body: { message: { created_after: ['is invalid'] } },
    });
    expect(await app.admin.get(`personal_access_tokens?expires_after=${query}`)).toMatchObject({
      status: 400,
      body: { message: { expires_after: ['is invalid'] } },
    });
  });

  it('treats an empty text as absent unless it is a text parameter', async () => {
    const before = (await json({ public_jobs: true, build_timeout: 1200, topics: ['kept'] })).body;
    const after = (await form('public_jobs=&build_timeout=&topics=')).body;

    expect(after).toMatchObject({ public_jobs: true, build_timeout: 1200, topics: ['kept'] });
    expect(after.id).toBe(before.id);
    expect((await form('description=')).body.description).toBe('');
    expect((await user.api.get('projects?page=&per_page=&archived=&id_after=')).headers.get('x-per-page')).toBe('20');
  });

  it('treats null as absent where it is required, and clears with it where that is allowed', async () => {
    expect((await json({ description: 'x' })).body.description).toBe('x');
    expect((await json({ description: null, name: null, public_jobs: null, visibility: null })).body).toMatchObject({
      description: null,
      name: expect.stringMatching(/./),
      public_jobs: true,
      visibility: 'private',
    });
    expect(await user.api.post('groups', { name: null, path: null })).toMatchObject({
      status: 400,
      text: '{"message":"400 (Bad request) \\"name\\" not given"}',
    });
  });
});

describe('every route with missing or invalid parameters', () => {
  it('names the first missing one in declared order, before any invalid one', async () => {
    const missing = (name: string) => ({
      status: 400,
      text: `{"message":"400 (Bad request) \\"${name}\\" not given"}`,
    });

    expect(await user.api.post('groups', {})).toMatchObject(missing('name'));
    expect(await user.api.post('groups', { name: 'x', visibility: 'nonsense' })).toMatchObject(missing('path'));
    expect(await user.api.post('groups')).toMatchObject(missing('name'));
    expect(await user.api.post('projects', {})).toMatchObject(missing('name, path'));
    expect(await user.api.post('projects', { name: null })).toMatchObject(missing('name, path'));
    expect(await app.admin.post('users', { password: '1' })).toMatchObject(missing('email'));
    expect(await app.admin.post('users', { email: 'bad' })).toMatchObject(missing('name'));
    expect(await app.admin.post('users', { email: 'a@b', name: 'x' })).toMatchObject(missing('username'));
    expect(await app.admin.post('users', { email: 'a@b', name: 'x', username: 'y' })).toMatchObject(
      missing('password, reset_password, force_random_password'),
    );
    expect(await user.api.get('users?pagination=keyset&per_page=0')).toMatchObject(missing('order_by'));
    expect(await user.api.get('users?pagination=keyset&order_by=id')).toMatchObject(missing('sort'));
  });

  it('names every invalid one at once, those of the page too', async () => {
    expect((await user.api.post('groups', { name: ' ', path: 'a b', visibility: 'x', parent_id: 'y' })).body).toEqual({
      message: {
        name: ["can't be blank"],
        path: ['is invalid'],
        visibility: ['does not have a valid value'],
        parent_id: ['is invalid'],
      },
    });
    expect((await user.api.get('projects?page=0&per_page=x&order_by=y&archived=z')).body).toEqual({
      message: {
        page: ['does not have a valid value'],
        per_page: ['is invalid'],
        order_by: ['does not have a valid value'],
        archived: ['is invalid'],
      },
    });
    expect(
      (await app.admin.post('users', { email: 'x', name: '', username: '-', password: 'short', admin: 'maybe' })).body,
    ).toEqual({
      message: {
        email: ['is invalid'],
        name: ["can't be blank"],
        username: ['is invalid'],
        password: ['is too short (minimum is 8 characters)'],
        admin: ['is invalid'],
      },
    });
  });

  it('distinguishes blank from missing and gives the limit of what is too long', async () => {
    for (const blank of ['', ' ', '\t \n']) {
      expect((await user.api.post('groups', { name: blank, path: unique('g') })).body).toEqual({
        message: { name: ["can't be blank"] },
      });
      expect((await user.api.post('groups', { name: 'x', path: blank })).body).toEqual({
        message: { path: ["can't be blank"] },
      });
    }
    expect(
      (await app.admin.post('users', { email: '', name: 'x', username: 'y', password: 'long-enough' })).body,
    ).toEqual({
      message: { email: ["can't be blank"] },
    });
    expect((await user.api.post('groups', { name: '🚀'.repeat(256), path: unique('g') })).body).toEqual({
      message: { name: ['is too long (maximum is 255 characters)'] },
    });
    expect((await user.api.post('groups', { name: '🚀'.repeat(255), path: unique('g') })).status).toBe(201);
  });
});

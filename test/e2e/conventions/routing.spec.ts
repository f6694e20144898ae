import { aGroup, aProject, aUser } from '../../builders/records.js';
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

const UNKNOWN_ROUTE = '{"error":"404 Not Found"}';
const encoded = (path: string) => path.replaceAll('/', '%2F');

describe('every verb on an unknown route', () => {
  it.each([
    '/api/v4',
    '/api/v4/',
    '/api/v4/nothing',
    '/api/v4/users/1/nothing',
    '/api/v4/Users',
    '/api/v4/users//',
    '/api/v4//users',
    '/api/v5/users',
    '/api/v1',
    '/api/v04/users',
    '/api/v40/users',
    '/api',
    '/nothing',
  ])('answers 404 for %s, with and without credentials', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const caller of [app.anonymous, user.api, app.as('no-such-token')]) {
        const { status, text } = await caller.send(method, path);
        expect([method, path, status, text]).toEqual([method, path, 404, UNKNOWN_ROUTE]);
      }
    }
    expect((await user.api.head(path)).status).toBe(404);
    expect((await app.anonymous.send('OPTIONS', path)).status).toBe(404);
  });

  it('answers before anything of the request is read', async () => {
    const answer = await app.anonymous.send('POST', '/api/v4/nothing', '{broken', {
      headers: { 'Content-Type': 'text/plain' },
    });

    expect(answer).toMatchObject({ status: 404, text: UNKNOWN_ROUTE });
  });

  it('answers 404 for an integer parameter that is no integer', async () => {
    for (const id of ['abc', '-1', '1.5', '1e3', '0x1', '%20', '1%20', '١']) {
      expect(await user.api.get(`users/${id}`)).toMatchObject({ status: 404, text: UNKNOWN_ROUTE });
      expect(await user.api.get(`projects/${project.id}/members/${id}`)).toMatchObject({
        status: 404,
        text: UNKNOWN_ROUTE,
      });
    }
  });
});

describe('every verb on another version of the API', () => {
  it.each(['/api/v3', '/api/v3/', '/api/v3/users', '/api/v3/projects/1?x=y', '/api/v3?x=y'])(
    'answers 410 for %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expect(await app.anonymous.send(method, path)).toMatchObject({
          status: 410,
          text: '{"error":"API V3 is no longer supported. Use API V4 instead."}',
        });
      }
    },
  );

  it('is not confused by paths that only begin like version 3', async () => {
    expect(await app.anonymous.get('/api/v33/users')).toMatchObject({ status: 404, text: UNKNOWN_ROUTE });
  });
});

describe('/projects/:id and /groups/:id', () => {
  it('take the id, or the full path with an encoded slash, in any case', async () => {
    const spellings = [
      String(project.id),
      encoded(project.path_with_namespace),
      project.path_with_namespace.replace('/', '%2f'),
      encoded(project.path_with_namespace.toUpperCase()),
    ];
    for (const id of spellings) {
      expect(await user.api.get(`projects/${id}`)).toMatchObject({ status: 200, body: { id: project.id } });
    }
    for (const id of [String(group.id), group.full_path, group.full_path.toUpperCase()]) {
      expect(await user.api.get(`groups/${id}`)).toMatchObject({ status: 200, body: { id: group.id } });
    }
  });

  it('answer 404 to a raw slash', async () => {
    for (const path of [`projects/${project.path_with_namespace}`, `projects/${project.path_with_namespace}/members`]) {
      expect(await user.api.get(path)).toMatchObject({ status: 404, text: UNKNOWN_ROUTE });
    }
  });

  it('take digits for an id always', async () => {
    const path = String(900_000_000 + Math.floor(Math.random() * 1_000_000));
    const named = await aGroup(user.api, { path });

    expect((await user.api.get(`groups/${named.id}`)).body.full_path).toBe(path);
    expect(await user.api.get(`groups/${path}`)).toMatchObject({
      status: 404,
      text: '{"message":"404 Group Not Found"}',
    });
  });

  it.each(['0', '999999999999', '9223372036854775807', '9223372036854775808', '9'.repeat(40), 'no%2Fsuch', '-', '%2F'])(
    'answer 404 for %s',
    async (id) => {
      for (const [path, noun] of [
        [`projects/${id}`, 'Project'],
        [`groups/${id}`, 'Group'],
        [`namespaces/${id}`, 'Namespace'],
        [`projects/${id}/members`, 'Project'],
      ]) {
        expect(await user.api.get(path!)).toMatchObject({ status: 404, text: `{"message":"404 ${noun} Not Found"}` });
      }
    },
  );

  it('answer the 404 of the record for an id beyond any row, for every kind of child', async () => {
    for (const id of ['0', '999999999999', '9223372036854775807', '9223372036854775808', '9'.repeat(40)]) {
      expect(await app.admin.get(`users/${id}`)).toMatchObject({
        status: 404,
        text: '{"message":"404 User Not Found"}',
      });
      expect(await user.api.get(`projects/${project.id}/members/${id}`)).toMatchObject({
        status: 404,
        text: '{"message":"404 Member Not Found"}',
      });
      expect(await user.api.get(`projects/${project.id}/access_tokens/${id}`)).toMatchObject({
        status: 404,
        text: '{"message":"404 Token Not Found"}',
      });
    }
  });
});

describe('every verb on a known path', () => {
  it.each([
    ['PATCH', 'users', 'GET, HEAD, POST'],
    ['DELETE', 'users', 'GET, HEAD, POST'],
    ['POST', 'user', 'GET, HEAD'],
    ['POST', 'users/1', 'GET, HEAD, PUT, DELETE'],
    ['GET', 'users/1/block', 'POST'],
    ['HEAD', 'users/1/block', 'POST'],
    ['PUT', 'projects/1/members', 'GET, HEAD, POST'],
    ['POST', 'personal_access_tokens/self', 'GET, HEAD, DELETE'],
    ['TRACE', 'users', 'GET, HEAD, POST'],
    ['PROPFIND', 'users', 'GET, HEAD, POST'],
  ])('answers 405 to %s %s and names the verbs that it takes', async (method, path, allow) => {
    const answer = await sendRaw(app.url, head(method, `/api/v4/${path}`));

    expect(answer).toMatchObject({ status: 405, headers: { allow } });
    expect(answer.text).toBe(method === 'HEAD' ? '' : '{"error":"405 Not Allowed"}');
  });

  it('answers 204 and the verbs to OPTIONS without preflight headers', async () => {
    for (const caller of [app.anonymous, user.api]) {
      const answer = await caller.send('OPTIONS', 'users/1');

      expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([204, '', 'GET, HEAD, PUT, DELETE']);
    }
  });

  it('accepts one trailing slash', async () => {
    expect((await user.api.get('user/')).body.id).toBe(user.id);
    expect((await user.api.get(`users/${user.id}/`)).body.id).toBe(user.id);
    expect((await user.api.get(`projects/${encoded(project.path_with_namespace)}/`)).body.id).toBe(project.id);
    expect((await user.api.get(`projects/?per_page=1`)).status).toBe(200);
    expect(await user.api.get('user//')).toMatchObject({ status: 404, text: UNKNOWN_ROUTE });
  });

  it('accepts .json after a fixed word and after an id', async () => {
    expect((await user.api.get('user.json')).body.id).toBe(user.id);
    expect((await user.api.get(`users/${user.id}.json`)).body.id).toBe(user.id);
    expect((await user.api.get(`users/${user.id}.json/`)).body.id).toBe(user.id);
    expect((await user.api.get(`projects/${project.id}.json?x=1`)).body.id).toBe(project.id);
    expect((await user.api.get(`projects/${encoded(project.path_with_namespace)}/members.json`)).status).toBe(200);
    expect((await user.api.post('groups.json', {})).status).toBe(400);
  });

  it('leaves .json in free text', async () => {
    const named = await aGroup(user.api, { path: `${group.full_path}.json` });

    expect((await user.api.get(`groups/${group.full_path}.json`)).body.id).toBe(named.id);
    expect((await user.api.get(`groups/${group.full_path}.json.json`)).status).toBe(404);
    expect((await user.api.get(`groups/${named.id}.json`)).body.id).toBe(named.id);
  });

  it('answers in JSON, whatever Accept says', async () => {
    for (const accept of ['text/html', 'application/xml', 'nonsense', 'image/*;q=0.1']) {
      const answer = await user.api.get('user', { headers: { Accept: accept } });

      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    }
  });
});

describe('HEAD of every route', () => {
  it.each(['user', 'users?per_page=1&page=2', 'projects', 'users/999999999', 'projects?page=0'])(
    'answers the status and headers of GET %s without its body',
    async (path) => {
      const [full, bare] = [await user.api.get(path), await user.api.head(path)];

      const comparable = ({ headers }: typeof full) =>
        Object.fromEntries(
          [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)),
        );
      expect(bare.text).toBe('');
      expect(bare.status).toBe(full.status);
      expect(comparable(bare)).toEqual(comparable(full));
    },
  );

  it('requires the scope of GET', async () => {
    const { body } = await app.admin.post(`users/${user.id}/personal_access_tokens`, {
      name: 'x',
      scopes: ['read_registry'],
    });

    expect((await app.as(body.token).head('projects')).status).toBe(403);
    expect((await app.anonymous.head('user')).status).toBe(401);
  });
});

describe('every route with a long target', () => {
  const target = (bytes: number) => `/api/v4/users?x=`.padEnd(bytes, 'a');

  it('accepts it for the parameters that filter a list', async () => {
    const text = 'a'.repeat(4000);

    for (const list of [
      'projects?search=',
      'projects?topic=',
      'groups?search=',
      'users?search=',
      'namespaces?search=',
    ]) {
      expect(await user.api.get(`${list}${text}`)).toMatchObject({ status: 200, text: '[]' });
    }
  });

  it('accepts 8,192 bytes and refuses more, whatever the route and the credentials', async () => {
    const served = await sendRaw(app.url, head('GET', target(8192), { 'PRIVATE-TOKEN': user.token }));
    expect(served.status).toBe(200);
    const list = '/api/v4/projects?x='.padEnd(8192, 'a'); // its links fit into what fetch reads
    expect((await fetch(`${app.url}${list}`)).status).toBe(200);

    for (const [method, path] of [
      ['GET', target(8193)],
      ['POST', target(8193)],
      ['GET', '/nothing'.padEnd(8193, 'a')],
      ['GET', '/api/v3/'.padEnd(8193, 'a')],
    ]) {
      const refused = await sendRaw(app.url, head(method!, path!));
      expect(refused).toMatchObject({ status: 414, text: '{"message":"414 URI Too Long"}' });
      expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(refused.headers['x-request-id']).toMatch(/./);
    }
  });

  it.each([
    ['without a Host', 'Connection: close', 400, '{"message":"400 Bad Request"}'],
    ['of two hosts', 'Host: x\r\nhost: y\r\nConnection: close', 400, '{"message":"400 Bad Request"}'],
    [
      'that expects what is not known',
      'Host: x\r\nConnection: close\r\nExpect: tea',
      417,
      '{"message":"417 Expectation Failed"}',
    ],
  ])('of a request %s is refused like any other', async (_what, headers, status, text) => {
    const refused = await sendRaw(app.url, `GET /api/v4/projects HTTP/1.1\r\n${headers}\r\n\r\n`);

    expect(refused).toMatchObject({ status, text });
    expect(refused.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(refused.headers['x-request-id']).toMatch(/./);
  });

  it('may have 2,000 header fields, and is refused with more, none of which is dropped', async () => {
    const withFields = (count: number): string => {
      const others = Object.fromEntries(Array.from({ length: count - 3 }, (_, at) => [`X-Field-${at}`, 'a']));
      return head('GET', '/api/v4/user', { ...others, 'PRIVATE-TOKEN': user.token });
    };

    expect((await sendRaw(app.url, withFields(2000))).status).toBe(200);
    expect(await sendRaw(app.url, withFields(2001))).toMatchObject({
      status: 431,
      text: '{"message":"431 Request Header Fields Too Large"}',
    });
  });

  it('needs no Host in HTTP/1.0, and waits for a body that was announced', async () => {
    const old = await sendRaw(app.url, `GET /api/v4/projects HTTP/1.0\r\n\r\n`);
    const announced = await sendRaw(
      app.url,
      `${head('POST', '/api/v4/projects', { Expect: '100-continue', 'Content-Length': '2' })}{}`,
    );

    expect(old.status).toBe(200);
    expect([announced.status, announced.text]).toEqual([100, expect.stringContaining('401 Unauthorized')]);
  });

  it('may be a whole address, whatever host it names', async () => {
    const answer = await sendRaw(app.url, head('GET', 'http://x.invalid/api/v4/user', { 'PRIVATE-TOKEN': user.token }));

    expect([answer.status, JSON.parse(answer.text).id]).toEqual([200, user.id]);
  });

  it.each([256, 300, 600, 4096])('answers 414 at %i KiB, and the connection is not dropped', async (kib) => {
    const refused = await sendRaw(app.url, head('GET', target(kib * 1024)));

    expect(refused).toMatchObject({ status: 414, text: '{"message":"414 URI Too Long"}' });
    expect(refused.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('every route with an Origin (CORS)', () => {
  const EXPOSED =
    'Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Request-Id, ETag, Last-Modified, Location, Retry-After, RateLimit-Limit, RateLimit-Observed, RateLimit-Remaining, RateLimit-Reset, RateLimit-Name, Idempotency-Replayed';

  it.each(['users', 'nothing', 'user', 'users/1/block'])(
    'allows its own origin with credentials and any other without, also on %s',
    async (path) => {
      const own = await app.anonymous.get(path, { headers: { Origin: app.url } });
      expect(own.headers.get('access-control-allow-origin')).toBe(app.url);
      expect(own.headers.get('access-control-allow-credentials')).toBe('true');
      expect(own.headers.get('access-control-expose-headers')).toBe(EXPOSED);

      for (const origin of ['https://elsewhere.example', 'null', `${app.url}.example`]) {
        const foreign = await app.anonymous.get(path, { headers: { Origin: origin } });
        expect(foreign.headers.get('access-control-allow-origin')).toBe('*');
        expect(foreign.headers.get('access-control-allow-credentials')).toBeNull();
        expect(foreign.headers.get('access-control-expose-headers')).toBe(EXPOSED);
      }
    },
  );

  it('sends no CORS headers without an Origin, and Vary always', async () => {
    const { headers } = await app.anonymous.get('users');

    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
  });

  it('allows every method and header that a preflight asks for', async () => {
    for (const origin of [app.url, 'https://elsewhere.example']) {
      const answer = await app.anonymous.send('OPTIONS', 'projects/1', undefined, {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'DELETE',
          'Access-Control-Request-Headers': 'private-token, x-requested-with, x-anything',
        },
      });

      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin === app.url ? origin : '*');
      expect(answer.headers.get('access-control-allow-methods')?.split(', ')).toEqual(
        expect.arrayContaining(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
      );
      expect(answer.headers.get('access-control-allow-headers')).toBe('private-token, x-requested-with, x-anything');
      expect(answer.headers.get('access-control-max-age')).toBe('7200');
    }
  });
});

describe('every route and its common headers', () => {
  it.each(['user', 'users', 'nothing', 'users/1/block'])('sends them on %s', async (path) => {
    const { headers } = await user.api.get(path);

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none'",
      vary: 'Origin',
    });
    expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('forbids caches to store an error, which may be meant for this caller only', async () => {
    const hidden = await aProject(user.api, { visibility: 'private' });

    for (const path of [`projects/${hidden.id}`, 'users/9999999', 'nothing', 'users/1/block']) {
      const { headers } = await app.anonymous.get(path);
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
    for (const line of [head('GET', `/${hidden.path_with_namespace}`), head('GET', '/not\xe9')]) {
      expect((await sendRaw(app.url, Buffer.from(line, 'latin1'))).headers['cache-control']).toBe('no-store');
    }
  });

  it('takes over a valid request id and no other', async () => {
    for (const id of ['a', 'A.b_c-9', 'x'.repeat(128)]) {
      expect((await user.api.get('user', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id')).toBe(id);
    }
    for (const id of ['x'.repeat(129), 'a b', 'a/b', 'ä']) {
      const answer = await user.api.get('user', { headers: { 'X-Request-Id': id } });
      expect(answer.headers.get('x-request-id')).not.toBe(id);
      expect(answer.headers.get('x-request-id')).toMatch(/./);
    }
  });
});

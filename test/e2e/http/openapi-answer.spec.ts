import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(() => app.close());

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Not by `fetch`, which decodes bodies and asks for codings of its own. */
const ask = (headers: Readonly<Record<string, string>>, method = 'GET'): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    request(`${app.url}/api/v4/openapi.json`, { method, headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });

const same = (bytes: Buffer): Buffer => bytes;

describe('GET /openapi.json', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, *', gunzipSync],
    [undefined, 'identity', same],
    [undefined, 'gzip;q=0', same],
    [undefined, '', same],
  ])('is coded as %s for Accept-Encoding "%s"', async (coding, accepted, decoded) => {
    const plain = await ask({});

    const { headers, bytes } = await ask({ 'Accept-Encoding': accepted });

    expect(headers['content-encoding']).toBe(coding);
    expect(headers.vary).toBe('Origin, Accept-Encoding');
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(decoded(bytes).equals(plain.bytes)).toBe(true);
  });

  it('is a tenth of its size when it is compressed', async () => {
    const [plain, compressed] = await Promise.all([ask({}), ask({ 'Accept-Encoding': 'gzip' })]);

    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 10);
  });

  it.each(['br', 'gzip', 'identity'])('answers 304 while its ETag holds (%s)', async (coding) => {
    const { headers } = await ask({ 'Accept-Encoding': coding });

    const again = await ask({ 'Accept-Encoding': coding, 'If-None-Match': headers.etag ?? '' });
    const other = await ask({ 'Accept-Encoding': coding, 'If-None-Match': '"another"' });

    expect(again).toMatchObject({ status: 304, headers: { etag: headers.etag } });
    expect(again.bytes).toHaveLength(0);
    expect(other.status).toBe(200);
  });

  it('is asked for again before it is used, as every JSON answer (contract: conventions §11)', async () => {
    const { headers } = await ask({});

    expect(headers['cache-control']).toBe('max-age=0, private, must-revalidate');
  });

  it('has an ETag of its own for every coding', async () => {
    const answers = await Promise.all(['br', 'gzip', 'identity'].map((coding) => ask({ 'Accept-Encoding': coding })));

    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('refuses a wrong credential and one without a fitting scope, and is open to everybody else (contract: conventions §1)', async () => {
    const { body: token } = await app.admin.post('user/personal_access_tokens', { name: 'x', scopes: ['read_user'] });
    const as = async (headers: Readonly<Record<string, string>>) => (await ask(headers)).status;

    expect(await as({})).toBe(200);
    expect(await as({ 'PRIVATE-TOKEN': ADMIN_TOKEN })).toBe(200);
    expect(await as({ 'PRIVATE-TOKEN': 'wrong' })).toBe(401);
    expect(await as({ 'PRIVATE-TOKEN': String(token.token) })).toBe(403);
  });

  it('describes itself', async () => {
    const { bytes } = await ask({});

    expect(JSON.parse(bytes.toString())).toHaveProperty(['paths', '/api/v4/openapi.json', 'get', 'responses', '200']);
  });

  it('answers HEAD like GET, without the body', async () => {
    const [get, head] = await Promise.all([ask({}), ask({}, 'HEAD')]);

    expect(head).toMatchObject({ status: 200, headers: { etag: get.headers.etag } });
    expect(head.bytes).toHaveLength(0);
  });
});

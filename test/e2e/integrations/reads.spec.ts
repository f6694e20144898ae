import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { startRecorder, status } from '../../support/recorder.js';
import type { Recorder } from '../../support/recorder.js';
import { formsOf, WebBrowser } from '../../support/web-browser.js';

const SHA = 'c0ffee'.padEnd(40, '0');
const directory = mkdtempSync(path.join(tmpdir(), 'endpoints-'));

let app: TestApp;
let owner: TestUser;
let recorder: Recorder;
let browser: WebBrowser;
beforeAll(async () => {
  recorder = await startRecorder();
  const file = path.join(directory, 'endpoints.json');
  writeFileSync(
    file,
    JSON.stringify({ 'ci-pipeline-a': `${recorder.url}/vendor`, 'metrics-server': `${recorder.url}/google` }),
  );
  const env = { OUTBOUND_ALLOW: '127.0.0.1', INTEGRATION_ENDPOINTS: file, NODE_ENV: 'development' };
  app = await startApp({ jobs: false, env });
  owner = await aUser(app);
  browser = await WebBrowser.of(app.url, owner);
});
afterAll(async () => {
  await app.close();
  await recorder.close();
  rmSync(directory, { recursive: true });
});

const json = (body: object) => status(200, { 'Content-Type': 'application/json' }, JSON.stringify(body));
const login = { username: 'ci', password: 'of-the-server' };
const BASIC = `Basic ${Buffer.from('ci:of-the-server').toString('base64')}`;

async function withKind(slug: string, settings: object): Promise<{ project: TestProject; page: string }> {
  const project = await aProject(owner.api);
  expect((await owner.api.put(`projects/${project.id}/integrations/${slug}`, settings)).status).toBe(200);
  return { project, page: `/${project.path_with_namespace}/-/integrations/${slug}` };
}

async function asked(page: string, ref = 'fix/x', sha = SHA) {
  return browser.submit(await browser.get(page), { sha, ref }, 'Read status');
}

const shownStatus = (text: string) => /<span class="tag[^"]*">([^<]*)<\/span>/.exec(text)?.[1];

describe('the status of a commit', () => {
  it.each([
    {
      slug: 'ci-plan-server',
      settings: (url: string) => ({ bamboo_url: url, build_key: 'K', ...login }),
      answer: json({ results: { result: [{ buildState: 'Successful' }] } }),
      request: () => `/rest/api/latest/result/byChangeset/${SHA}?os_authType=basic`,
      headers: { authorization: BASIC, accept: 'application/json' },
      shown: 'success',
    },
    {
      slug: 'ci-server-a',
      settings: (url: string) => ({ drone_url: url, token: 'of-secret-words' }),
      answer: json({ status: 'killed' }),
      request: (project: TestProject) =>
        `/gitlab/${project.path_with_namespace}/commits/${SHA}?branch=fix%2Fx&access_token=of-secret-words`,
      headers: { accept: '*/*' },
      shown: 'canceled',
    },
    {
      slug: 'ci-server-b',
      settings: (url: string) => ({ teamcity_url: url, build_type: 'b', ...login }),
      answer: json({ state: 'finished', status: 'FAILURE' }),
      request: () => `/httpAuth/app/rest/builds/branch:unspecified:any,revision:${SHA}`,
      headers: { authorization: BASIC, accept: 'application/json' },
      shown: 'failed',
    },
    {
      slug: 'ci-server-c-deprecated',
      settings: (url: string) => ({ project_url: `${url}/job/app`, multiproject_enabled: true, pass_unstable: true }),
      answer: status(200, {}, '<h1 class="build-caption"><img src="yellow.png"></h1>'),
      request: () => `/job/app_fix%2Fx/scm/bySHA1/${SHA}`,
      headers: { accept: '*/*' },
      shown: 'success',
    },
    {
      slug: 'mock-ci',
      settings: (url: string) => ({ mock_service_url: url }),
      answer: status(404),
      request: (project: TestProject) => `/${project.path_with_namespace}/status/${SHA}.json`,
      headers: { accept: '*/*' },
      shown: 'pending',
    },
  ])(
    'is read by $slug with the request of the contract',
    async ({ slug, settings, answer, request, headers, shown }) => {
      recorder.answer(`/${slug}`, answer);
      const { project, page } = await withKind(slug, settings(`${recorder.url}/${slug}`));
      const read = await asked(page);

      expect([read.status, shownStatus(read.text)]).toEqual([200, shown]);
      expect(recorder.to(`/${slug}`)).toMatchObject([
        {
          method: 'GET',
          path: `/${slug}${request(project)}`,
          headers: { ...headers, 'user-agent': expect.stringMatching(/^Slipway\//) },
          body: '',
        },
      ]);
      expect(read.text).not.toMatch(/of-secret-words|of-the-server/);
      expect((await owner.api.get(`projects/${project.id}/integrations/${slug}/deliveries`)).body).toEqual([]);
    },
  );

  it('is read by ci-pipeline-a at its vendor, with the second part of the token alone', async () => {
    recorder.answer('/vendor/status', json({ status: 'running' }));
    const { page } = await withKind('ci-pipeline-a', { token: 'hook-part:status-part', project_url: recorder.url });
    const read = await asked(page);

    expect(shownStatus(read.text)).toBe('running');
    expect(recorder.to('/vendor').map((request) => request.path)).toEqual([
      `/vendor/status/status-part.json?commit=${SHA}`,
    ]);
    expect(recorder.to('/vendor')[0]!.headers.authorization).toBeUndefined();
  });

  it('is an error where the server refuses, redirects or is out of reach, which tells no secret', async () => {
    const at = async (url: string) => {
      const { page } = await withKind('ci-server-a', { drone_url: url, token: 'of-secret-words' });
      return (await asked(page)).text;
    };
    recorder.answer('/refusing', status(401, {}, '{"status":"success","token":"of-secret-words"}'));
    recorder.answer('/moved', status(302, { Location: `${recorder.url}/elsewhere` }));
    const texts = [
      await at(`${recorder.url}/refusing`),
      await at(`${recorder.url}/moved`),
      await at('http://127.0.0.1:9'),
    ];

    expect(texts.map(shownStatus)).toEqual(['error', 'error', 'error']);
    expect(texts[0]).toContain('The server answered 401.');
    expect(texts[1]).toContain('The server answered 302.');
    expect(texts[2]).toContain('The server could not be asked: connect failed.');
    expect(texts.join('')).not.toContain('of-secret-words');
    expect(recorder.to('/elsewhere')).toEqual([]);
  });

  it('is asked for whole ids alone, of kinds that have statuses, while they are active', async () => {
    const { project, page } = await withKind('ci-server-a', { drone_url: `${recorder.url}/whole`, token: 't' });
    const { page: server } = await withKind('ci-server-c', { jenkins_url: recorder.url, project_name: 'job' });
    const short = await asked(page, '', 'c0ffee');
    const token = await browser.csrfToken();
    const fields = { authenticity_token: token, sha: SHA, ref: '' };
    const none = await browser.post(`${server}/status`, fields);
    const form = await browser.get(page);
    await owner.api.delete(`projects/${project.id}/integrations/ci-server-a`);
    const off = await browser.submit(form, { sha: SHA }, 'Read status');

    expect(short.status).toBe(422);
    expect(short.text).toContain('<p class="error">is invalid</p>');
    expect(short.text).toContain('value="c0ffee"');
    expect([none.status, off.status]).toEqual([422, 422]);
    expect(formsOf((await browser.get(page)).text).map(({ button }) => button)).not.toContain('Read status');
    expect((await browser.post(`${page}/status`, { ...fields, authenticity_token: 'x' })).status).toBe(422);
    expect(recorder.to('/whole')).toEqual([]);
  });
});

describe('the test of a metrics server behind the proxy of Google', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const TOKEN = 'identity.of-the.account';
  const account = (fields: object = {}) =>
    JSON.stringify({
      type: 'service_account',
      client_email: 'slipway@metrics.example.com',
      private_key: privateKey,
      private_key_id: 'key-1',
      token_uri: `${recorder.url}/elsewhere-token`,
      ...fields,
    });
  const proxied = (api: string, json = account()) => ({
    api_url: `${recorder.url}${api}`,
    google_iap_audience_client_id: 'proxy.apps.example.com',
    google_iap_service_account_json: json,
  });
  const testOf = async (settings: object, fields: object = {}) => {
    const { project } = await withKind('metrics-server', settings);
    const rest = `projects/${project.id}/integrations/metrics-server`;
    const { body } = await owner.api.post(`${rest}/test`, fields);
    return { body, log: async () => (await owner.api.get(`${rest}/deliveries/${body.delivery.id}`)).text };
  };
  const partOf = (jwt: string, index: number) =>
    JSON.parse(Buffer.from(jwt.split('.')[index]!, 'base64url').toString()) as Record<string, unknown>;

  it('exchanges a signed assertion at the fixed address, and shows the identity token to the server alone', async () => {
    recorder.answer('/google/token', json({ id_token: TOKEN }));
    recorder.answer('/metrics', (request, response) => void response.writeHead(200).end(request.headers.authorization));
    const tested = await testOf(proxied('/metrics'));
    const [exchange] = recorder.to('/google');
    const form = new URLSearchParams(exchange!.body);
    const assertion = form.get('assertion')!;
    const [head, claims, signature] = assertion.split('.') as [string, string, string];
    const { iat, exp, ...named } = partOf(assertion, 1) as { iat: number; exp: number };

    expect(tested.body).toMatchObject({ success: true, delivery: { state: 'succeeded' } });
    expect(exchange).toMatchObject({
      method: 'POST',
      path: '/google/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([...form.keys()]).toEqual(['grant_type', 'assertion']);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(partOf(assertion, 0)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    expect(named).toEqual({
      iss: 'slipway@metrics.example.com',
      sub: 'slipway@metrics.example.com',
      aud: 'https://oauth2.googleapis.com/token',
      target_audience: 'proxy.apps.example.com',
    });
    expect([exp - iat, Math.abs(iat - Date.now() / 1000) < 60]).toEqual([3600, true]);
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    expect(recorder.to('/metrics')).toMatchObject([
      { method: 'GET', path: '/metrics/api/v1/query?query=1', headers: { authorization: `Bearer ${TOKEN}` } },
    ]);
    expect(recorder.to('/elsewhere-token')).toEqual([]);
    expect(await tested.log()).toContain('[FILTERED]');
    expect(await tested.log()).not.toContain(TOKEN);
  });

  it.each([
    ['a refusal', status(400, {}, '{"error":"invalid_grant"}'), 'it answered 400 (invalid_grant).'],
    ['no token', json({}), 'it answered 200.'],
    ['what no header can hold', json({ id_token: 'a\r\nb' }), 'it answered 200.'],
    ['a redirect', status(302, { Location: '/elsewhere-token' }), 'it answered 302.'],
  ])('says that Google answered with %s, and does not ask the server', async (_what, answer, text) => {
    recorder.answer('/google/token', answer);
    const { body } = await testOf(proxied('/unasked'));

    expect(body).toMatchObject({
      success: false,
      result: `Google gave no identity token: ${text}`,
      delivery: { state: 'failed', error_code: 'not_configured' },
    });
    expect(recorder.to('/unasked')).toEqual([]);
    expect(recorder.to('/elsewhere-token')).toEqual([]);
  });

  it.each(['no key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', privateKey.repeat(6)])(
    'says that a key cannot be used, and quotes nothing of it (%#)',
    async (private_key) => {
      const asked = recorder.to('/google').length;
      const { body } = await testOf(proxied('/unasked', account({ private_key })));

      expect(body.result).toBe('The private key of the service account cannot be used.');
      expect(recorder.to('/google')).toHaveLength(asked);
    },
  );

  it('asks for no token without an audience, and for none that is only previewed', async () => {
    const asked = recorder.to('/google').length;
    const { body } = await testOf(proxied('/previewed'), { dry_run: true });
    await testOf({ api_url: `${recorder.url}/open`, google_iap_service_account_json: account() });

    expect(body).toMatchObject({ success: true, steps: [{ headers: { Authorization: '[FILTERED]' } }] });
    expect(recorder.to('/previewed')).toEqual([]);
    expect(recorder.to('/open').map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(recorder.to('/google')).toHaveLength(asked);
  });
});

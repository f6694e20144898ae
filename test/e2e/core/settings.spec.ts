import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FeaturesService } from '../../../src/core/features/features.service.js';
import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aPerson } from '../../support/people.js';

const DEFAULTS = {
  throttle_unauthenticated_api_enabled: false,
  throttle_unauthenticated_api_requests_per_period: 3600,
  throttle_unauthenticated_api_period_in_seconds: 3600,
  throttle_authenticated_api_enabled: false,
  throttle_authenticated_api_requests_per_period: 7200,
  throttle_authenticated_api_period_in_seconds: 3600,
  throttle_user_allowlist: [],
  password_failures_per_minute: 10,
  impersonation_enabled: true,
  max_offset: 50000,
  spam_check_endpoint_enabled: false,
  spam_check_endpoint_url: null,
  spam_check_api_key: null,
  recaptcha_enabled: false,
  recaptcha_site_key: null,
  recaptcha_private_key: null,
  recaptcha_verify_url: 'https://www.google.com/recaptcha/api/siteverify',
  oauth_authorization_code_expires_in: 600,
  oauth_access_token_expires_in: 7200,
  oauth_refresh_reuse_window: 10,
  oauth_password_grant_enabled: true,
  oauth_password_grant_without_client: true,
  oauth_http_redirects: 'any',
  default_project_visibility: 'private',
  default_group_visibility: 'private',
  default_snippet_visibility: 'private',
  default_projects_limit: 100000,
  default_branch_name: 'main',
  default_branch_protection: 1,
  repository_storages_weighted: { default: 100 },
  shared_runners_enabled: true,
  max_artifacts_size: 100,
  max_job_log_size: 100,
  runners_registration_token: expect.stringMatching(/^slrr_[\w-]{43}$/),
};

let app: TestApp;
let storages: string;
beforeAll(async () => {
  storages = await mkdtemp(path.join(tmpdir(), 'slipway-storages-'));
  app = await startApp({ env: { STORAGES: `default=${storages}/a,second=${storages}/b` } });
});
afterAll(async () => {
  await app.close();
  await rm(storages, { recursive: true });
});

const put = (body: object) => app.admin.put('application/settings', body);
const settings = async () => (await app.admin.get('application/settings')).body;

describe('GET /application/settings', () => {
  it('shows administrators every field with its default', async () => {
    expect(await settings()).toEqual(DEFAULTS);
  });

  it('answers 403 to others and 401 without credentials', async () => {
    const { token } = await aPerson(app);

    expect((await app.as(token).get('application/settings')).status).toBe(403);
    expect((await app.anonymous.get('application/settings')).status).toBe(401);
    expect((await app.as(token).put('application/settings', { max_offset: 1 })).status).toBe(403);
  });

  it('keeps the registration token of runners until it is reset', async () => {
    const before = (await settings()).runners_registration_token;

    const { status, body, headers } = await app.admin.post('runners/reset_registration_token');

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ token: expect.stringMatching(/^slrr_/) });
    expect(body.token).not.toBe(before);
    expect((await settings()).runners_registration_token).toBe(body.token);
    const { token } = await aPerson(app);
    expect((await app.as(token).post('runners/reset_registration_token')).status).toBe(403);
  });
});

describe('PUT /application/settings', () => {
  it('answers all settings with the change, and ignores unknown ones and those that cannot be set', async () => {
    const token = (await settings()).runners_registration_token;

    const { status, body } = await put({ max_offset: 0, nonsense: 1, runners_registration_token: 'mine' });
    const nothing = await put({});

    expect(status).toBe(200);
    expect(body).toEqual({ ...DEFAULTS, max_offset: 0, runners_registration_token: token });
    expect(nothing).toMatchObject({ status: 200, body: { max_offset: 0 } });
  });

  it.each([
    ['throttle_unauthenticated_api_enabled', 'maybe', 'is invalid'],
    ['throttle_unauthenticated_api_requests_per_period', 0, 'is invalid'],
    ['throttle_authenticated_api_period_in_seconds', 2_147_483_648, 'is invalid'],
    ['throttle_user_allowlist', [{}], 'is invalid'],
    ['password_failures_per_minute', 1001, 'is invalid'],
    ['password_failures_per_minute', 0, 'is invalid'],
    ['max_offset', -1, 'is invalid'],
    ['spam_check_endpoint_url', 'ftp://host/', 'is invalid'],
    ['spam_check_endpoint_url', 'nowhere', 'is invalid'],
    ['spam_check_endpoint_url', 'https://name:password@host/', 'is invalid'],
    ['recaptcha_verify_url', 'javascript:alert(1)', 'is invalid'],
    ['recaptcha_verify_url', 'https://name@host/', 'is invalid'],
    ['oauth_authorization_code_expires_in', 601, 'is invalid'],
    ['oauth_access_token_expires_in', 86_401, 'is invalid'],
    ['oauth_refresh_reuse_window', 61, 'is invalid'],
    ['oauth_http_redirects', 'none', 'does not have a valid value'],
    ['default_project_visibility', 'secret', 'does not have a valid value'],
    ['default_projects_limit', -1, 'is invalid'],
    ['default_branch_name', '', "can't be blank"],
    ['default_branch_name', 'a..b', 'is invalid'],
    ['default_branch_name', '-x', 'is invalid'],
    ['default_branch_protection', 3, 'does not have a valid value'],
    ['max_artifacts_size', 0, 'is invalid'],
    ['repository_storages_weighted', { default: 101 }, 'is invalid'],
    ['repository_storages_weighted', { default: 1.5 }, 'is invalid'],
    ['repository_storages_weighted', { third: 1 }, 'is invalid'],
    ['repository_storages_weighted', [100], 'is invalid'],
    ['repository_storages_weighted', null, 'is invalid'],
    ['repository_storages_weighted', 'default', 'is invalid'],
  ])('refuses %s = %j and changes nothing', async (field, value, text) => {
    const before = await settings();

    const { status, body } = await put({ max_job_log_size: 7, [field]: value });

    expect([status, body]).toEqual([400, { message: { [field]: [text] } }]);
    expect(await settings()).toEqual(before);
  });

  it('names every bad value at once', async () => {
    const { body } = await put({ max_offset: -1, default_branch_protection: 9, repository_storages_weighted: 5 });

    expect(body).toEqual({
      message: {
        max_offset: ['is invalid'],
        default_branch_protection: ['does not have a valid value'],
        repository_storages_weighted: ['is invalid'],
      },
    });
  });

  it('replaces the weights of storages as a whole, from JSON and from forms', async () => {
    const byJson = await put({ repository_storages_weighted: { second: '30' } });
    const form = new URLSearchParams({ 'repository_storages_weighted[default]': '70' });
    const byForm = await app.admin.put('application/settings', form);

    expect(byJson.body.repository_storages_weighted).toEqual({ second: 30 });
    expect(byForm.body.repository_storages_weighted).toEqual({ default: 70 });
  });

  it('takes secrets, stores them sealed and never shows them', async () => {
    const { body } = await put({ spam_check_api_key: 'hunter2hunter2', recaptcha_private_key: 'hunter3hunter3' });
    const [row] = await app.sql<Record<string, Buffer>>('select * from application_settings');

    expect(body).toMatchObject({ spam_check_api_key: '[set]', recaptcha_private_key: '[set]' });
    expect(row!.spam_check_api_key!.toString('latin1')).not.toContain('hunter');
    const again = await put({ ...body, max_job_log_size: 9 });
    const [same] = await app.sql<Record<string, Buffer>>('select * from application_settings');
    expect(again.status).toBe(200);
    expect(same!.spam_check_api_key).toEqual(row!.spam_check_api_key);
    const cleared = await put({ spam_check_api_key: null, recaptcha_private_key: '' });
    expect(cleared.body).toMatchObject({ spam_check_api_key: null, recaptcha_private_key: null });
  });

  it('clears addresses with null or a blank text', async () => {
    await put({
      spam_check_endpoint_url: 'http://spam.example/check',
      recaptcha_verify_url: 'https://captcha.example/',
    });
    const { body } = await put({ spam_check_endpoint_url: '', recaptcha_verify_url: null });

    expect(body).toMatchObject({
      spam_check_endpoint_url: null,
      recaptcha_verify_url: DEFAULTS.recaptcha_verify_url,
    });
  });

  it('is in effect at once here and within two seconds elsewhere', async () => {
    const secondInstance = await startSecondInstance();
    await secondInstance.settings.current();

    await put({ max_offset: 4321 });

    expect((await app.app.get(SettingsService).current()).maxOffset).toBe(4321);
    await new Promise((resolve) => setTimeout(resolve, 1900));
    expect((await secondInstance.settings.current()).maxOffset).toBe(4321);
    await secondInstance.close();
  });

  it('writes an audit event per changed field, secrets only by name', async () => {
    await app.sql('delete from audit_events');
    await put({ max_offset: 77, spam_check_api_key: 'hunter2hunter2', impersonation_enabled: true });

    const events = await app.sql<{ entity_type: string; details: Record<string, unknown> }>(
      'select entity_type, details from audit_events order by id',
    );

    expect(events.map(({ entity_type, details }) => [entity_type, details.change, details.from, details.to])).toEqual([
      ['Instance', 'max_offset', 4321, 77],
      ['Instance', 'spam_check_api_key', null, '[secret]'],
    ]);
    expect(JSON.stringify(events)).not.toContain('hunter');
  });

  it('lets one of two writers with the same tag succeed', async () => {
    const etag = (await app.admin.get('application/settings')).headers.get('etag')!;
    const change = (size: number) =>
      app.admin.put('application/settings', { max_artifacts_size: size }, { headers: { 'If-Match': etag } });

    const answers = await Promise.all([change(11), change(12), change(13)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('is never throttled for administrators', async () => {
    await put({
      throttle_authenticated_api_enabled: true,
      throttle_authenticated_api_requests_per_period: 1,
      throttle_authenticated_api_period_in_seconds: 10_000_000,
    });
    await app.admin.get('version');

    const throttled = await app.admin.get('version');
    const saved = await put({ throttle_authenticated_api_enabled: false });

    expect([throttled.status, saved.status]).toEqual([429, 200]);
    expect((await app.admin.get('version')).status).toBe(200);
  });
});

describe('GET /features and POST /features/:name', () => {
  const off = { name: 'ci_job_token_scope', state: 'off', gates: [{ key: 'boolean', value: false }] };
  const on = { name: 'ci_job_token_scope', state: 'on', gates: [{ key: 'boolean', value: true }] };

  it('list flags, set them and put them back to their default', async () => {
    expect((await app.admin.get('features')).body).toEqual([off]);

    const set = await app.admin.post('features/ci_job_token_scope', { value: 'true', feature_group: 'x', user: 'y' });
    expect(set).toMatchObject({ status: 201, body: on });
    expect((await app.admin.get('features')).body).toEqual([on]);
    expect(await app.app.get(FeaturesService).isOn('ci_job_token_scope')).toBe(true);

    expect((await app.admin.delete('features/ci_job_token_scope')).status).toBe(204);
    expect((await app.admin.get('features')).body).toEqual([off]);
    expect(await app.app.get(FeaturesService).isOn('ci_job_token_scope')).toBe(false);
    expect((await app.admin.delete('features/ci_job_token_scope')).status).toBe(204);
  });

  it('takes two slashes before the name, as python-gitlab writes them', async () => {
    expect(await app.admin.post('features//ci_job_token_scope', { value: true })).toMatchObject({ status: 201 });
    expect(await app.admin.delete('features//ci_job_token_scope')).toMatchObject({ status: 204 });
  });

  it.each(['nonsense', 'toString', '__proto__'])('refuse the unknown name %s', async (name) => {
    const missing = { status: 404, body: { message: '404 Feature Not Found' } };

    expect(await app.admin.post(`features/${name}`, { value: true })).toMatchObject(missing);
    expect(await app.admin.delete(`features/${name}`)).toMatchObject(missing);
  });

  it('require a boolean, and an administrator', async () => {
    const { token } = await aPerson(app);

    expect((await app.admin.post('features/nonsense')).body).toEqual({
      message: '400 (Bad request) "value" not given',
    });
    expect((await app.admin.post('features/ci_job_token_scope', { value: 50 })).body).toEqual({
      message: { value: ['is invalid'] },
    });
    expect((await app.as(token).get('features')).status).toBe(403);
    expect((await app.as(token).post('features/ci_job_token_scope', { value: true })).status).toBe(403);
    expect((await app.anonymous.get('features')).status).toBe(401);
  });

  it('are paged like every list', async () => {
    const beyond = await app.admin.get('features?page=2&per_page=1');
    const keyset = await app.admin.get('features?pagination=keyset&order_by=id&sort=asc');

    expect(beyond.body).toEqual([]);
    expect(beyond.headers.get('x-total')).toBe('1');
    expect(keyset).toMatchObject({
      status: 405,
      body: { error: 'Keyset pagination is not yet available for this type of request' },
    });
  });
});

describe('GET /version and /metadata', () => {
  it('answer the version to everybody signed in', async () => {
    const { token } = await aPerson(app);
    const version = { version: expect.stringMatching(/^\d+\.\d+\.\d+/), revision: expect.any(String) };

    expect((await app.as(token).get('version')).body).toEqual(version);
    expect((await app.as(token).get('metadata')).body).toEqual({ ...version, enterprise: false });
    expect((await app.anonymous.get('version')).status).toBe(401);
  });
});

async function startSecondInstance() {
  const secondInstance = await app.secondInstance();
  return { settings: secondInstance.app.get(SettingsService), close: () => secondInstance.close() };
}

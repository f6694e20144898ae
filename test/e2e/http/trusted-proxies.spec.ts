import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { inOneMoment } from '../../support/still-clock.js';

const CLIENT = '198.51.100.7';
/** What the client wrote itself, and what the proxy in front of the service added. */
const BY_PROXY = { headers: { 'X-Forwarded-For': `203.0.113.9, ${CLIENT}` } };

describe.each([
  ['of a trusted proxy', { TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1' }, CLIENT],
  ['of anybody else', {}, '127.0.0.1'],
])('X-Forwarded-For %s', (_whose, env: Record<string, string>, expected) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env });
  });
  afterAll(() => app.close());

  it(`makes ${expected} the address in the audit log`, async () => {
    const project = await app.admin.post('projects', { name: 'Behind a proxy' }, BY_PROXY);

    const { body } = await app.admin.get(`projects/${project.body.id}/audit_events`);
    expect(body[0].details.ip_address).toBe(expected);
  });

  it(`makes ${expected} the address in whose name anonymous requests are counted`, () =>
    inOneMoment(app, async () => {
      await app.app.get(SettingsService).change({
        throttleUnauthenticatedApiEnabled: true,
        throttleUnauthenticatedApiRequestsPerPeriod: 2,
        throttleUnauthenticatedApiPeriodInSeconds: 3600,
      });
      const asked = async (address: string) => {
        const headers = { 'X-Forwarded-For': address };
        return (await app.anonymous.send('GET', 'projects', undefined, { headers })).status;
      };

      const [first, second, third] = [await asked(CLIENT), await asked(CLIENT), await asked(CLIENT)];
      const ofAnother = await asked('198.51.100.8');

      expect([first, second, third]).toEqual([200, 200, 429]);
      expect(ofAnother).toBe(expected === CLIENT ? 200 : 429);
    }));
});

import { aUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import { WebBrowser } from '../../support/web-browser.js';

describe('pages below /admin', () => {
  it('link to each other, those about applications too', async () => {
    const app = await startApp({ jobs: false });
    const admin = await aUser(app, { admin: true });
    const browser = new WebBrowser(app.url);
    await browser.signIn(admin.username, admin.password);
    const tabs = ['users', 'applications', 'features', 'jobs', 'storages'].map((name) => `/admin/${name}`);
    for (const path of [...tabs, '/admin/applications/new']) {
      const { status, text } = await browser.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(tabs.filter((tab) => !text.includes(`<a href="${tab}"`))).toEqual([]);
      expect(text.match(/aria-current="page"/g)).toHaveLength(1);
    }

    expect((await browser.get('/oauth/applications')).text).not.toContain('Administration');
    await app.close();
  });
});

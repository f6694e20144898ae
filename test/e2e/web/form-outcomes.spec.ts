import type { Browser } from 'playwright-core';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aDigest, aStoredRepository, storeTags, tagNames } from '../../builders/stored-images.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { openTab, signInTab, startChromium } from '../../support/chromium.js';
import type { Tab } from '../../support/chromium.js';
import { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let chromium: Browser;
let owner: TestUser;
let project: TestProject;
let path: string;
let browser: WebBrowser;
beforeAll(async () => {
  app = await startApp();
  chromium = await startChromium();
  owner = await aUser(app, { admin: true });
  project = await aProject(owner.api);
  path = `/${project.path_with_namespace}`;
  browser = await WebBrowser.of(app.url, owner);
}, 240_000);
afterAll(async () => {
  await chromium.close();
  await app.close();
});

async function repositoryWith(names: readonly string[]): Promise<{ id: number; address: string }> {
  const { id } = await aStoredRepository(app, project.id);
  await storeTags(
    app,
    id,
    names.map((name) => ({ name, digest: aDigest() })),
  );
  return { id, address: `${path}/-/container_registry/${id}` };
}

/** A window without scripts in which the owner is signed in. */
async function aTab(): Promise<Tab> {
  const tab = await openTab(chromium, 'wide-light', false);
  await signInTab(tab, app.url, owner);
  return tab;
}

describe('a form that creates a token', () => {
  const LISTS: readonly (readonly [string, () => string, string, Record<string, string>, string])[] = [
    [
      'personal',
      () => '/-/profile/personal_access_tokens',
      'Create token',
      { 'token[name]': 'once', 'token[scopes][]': 'read_api' },
      'personal-token',
    ],
    [
      'project access',
      () => `${path}/-/access_tokens`,
      'Create token',
      { name: 'once', 'scopes[]': 'read_api' },
      'access-token',
    ],
    [
      'deploy',
      () => `${path}/-/deploy_tokens`,
      'Create deploy token',
      { name: 'once', 'scopes[]': 'read_registry' },
      'deploy-token',
    ],
    ['trigger', () => `${path}/-/triggers`, 'Create trigger token', { description: 'once' }, 'trigger-token'],
  ];
  const rows = (text: string): number => text.split('>once<').length + text.split(/>\s*once\s*</).length;

  it.each(LISTS)(
    'redirects, and shows the value of a %s token on the next page alone',
    async (_, at, label, sent, id) => {
      const here = at();
      const created = await browser.submit(await browser.get(here), sent, label);
      const otherPage = await browser.get('/');
      const [first, second] = [await browser.get(here), await browser.get(here)];

      expect([created.status, created.headers.get('location')]).toEqual([303, here]);
      expect(otherPage.text).not.toContain(`id="${id}"`);
      expect(first.text).toMatch(new RegExp(`id="${id}"[^>]*>[\\w-]{20,}<`));
      expect(first.headers.get('cache-control')).toBe('no-store');
      expect(second.text).not.toContain(`id="${id}"`);
      expect(rows(second.text)).toBe(rows(first.text));
    },
  );

  it('keeps the value in no plain column', async () => {
    const here = `${path}/-/deploy_tokens`;
    await browser.submit(
      await browser.get(here),
      { name: 'sealed', 'scopes[]': 'read_registry' },
      'Create deploy token',
    );
    const kept = JSON.stringify(await app.sql(`select * from sessions`, []));
    const value = /id="deploy-token"[^>]*>([\w-]+)</.exec((await browser.get(here)).text)?.[1] ?? '';

    expect(value).not.toBe('');
    expect(kept).not.toContain(value);
  });

  it('creates nothing more when the browser reloads, and rotates nothing twice', async () => {
    const tab = await aTab();
    await tab.page.goto(`${app.url}/-/profile/personal_access_tokens`);
    await tab.page.getByLabel('Name').fill('reloaded');
    await tab.page.getByLabel('read_api', { exact: true }).check();
    await tab.page.getByRole('button', { name: 'Create token' }).click();
    await tab.page.locator('#personal-token').waitFor();
    await tab.page.reload();
    const tokens = async () =>
      (await owner.api.get('personal_access_tokens?state=active')).body.filter(
        (token: { name: string }) => token.name === 'reloaded',
      );

    expect(await tab.page.locator('#personal-token').count()).toBe(0);
    expect(await tokens()).toHaveLength(1);
    await tab.page.getByRole('button', { name: 'Rotate reloaded' }).click();
    await tab.page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await tab.page.locator('#personal-token').waitFor();
    await tab.page.reload();
    expect(await tokens()).toHaveLength(1);
    await tab.context.close();
  });
});

/** Forms that destroy something by one click: neither in a dialog, nor with a field that must be filled in. */
const ONE_CLICK = `[...document.querySelectorAll('form')]
  .filter((form) => form.querySelector('button.danger') && !form.closest('[popover]') && !form.querySelector('input[required]'))
  .map((form) => form.getAttribute('action'))`;

describe('buttons that delete, revoke, remove, end or block', () => {
  it('open a dialog on every page', async () => {
    const group = await aGroup(owner.api);
    const member = await aUser(app);
    await owner.api.post(`groups/${group.id}/members`, { user_id: member.id, access_level: 30 });
    await owner.api.post(`projects/${project.id}/triggers`, { description: 'x' });
    await owner.api.post(`projects/${project.id}/deploy_tokens`, { name: 'x', scopes: ['read_registry'] });
    await owner.api.post(`projects/${project.id}/access_tokens`, { name: 'x', scopes: ['read_api'] });
    await owner.api.post('personal_access_tokens', { name: 'x', scopes: ['read_api'] });
    const { body: snippet } = await owner.api.post('snippets', { title: 'a', file_name: 'a', content: 'a' });
    const { body: application } = await owner.api.post('applications', {
      name: 'x',
      redirect_uri: 'https://a.example/cb',
      scopes: 'api',
    });
    await WebBrowser.of(app.url, owner); // a second session
    const { address } = await repositoryWith(['a']);
    const tab = await aTab();
    const pages = {
      'admin/users': '/admin/users',
      'personal tokens': '/-/profile/personal_access_tokens',
      sessions: '/-/profile/sessions',
      'access tokens': `${path}/-/access_tokens`,
      'deploy tokens': `${path}/-/deploy_tokens`,
      triggers: `${path}/-/triggers`,
      members: `/groups/${group.full_path}/-/members`,
      member: `/groups/${group.full_path}/-/members/${member.id}/edit`,
      snippet: `/snippets/${snippet.id}`,
      application: `/admin/applications/${application.id}`,
      repository: address,
    };
    for (const [name, address] of Object.entries(pages)) {
      await tab.page.goto(app.url + address);

      expect([name, await tab.page.locator('[popover] form button.danger').count()]).not.toEqual([name, 0]);
      expect([name, await tab.page.evaluate(ONE_CLICK)]).toEqual([name, []]);
    }
    await tab.context.close();
  }, 240_000);

  it('do nothing before the dialog is confirmed, and then keep the page and the search', async () => {
    const word = unique('blocked');
    const user = await aUser(app, { name: `The ${word} one` });
    for (let count = 0; count < 21; count += 1) {
      await aUser(app, { name: `The ${word} other` });
    }
    const state = async () => (await app.admin.get(`users/${user.id}`)).body.state;
    const tab = await aTab();
    await tab.page.goto(`${app.url}/admin/users`);
    await tab.page.getByLabel('Search').fill(word);
    await tab.page.getByLabel('Search').press('Enter');
    const opener = tab.page.getByRole('button', { name: `Block ${user.username}` });
    if ((await opener.count()) === 0) {
      await tab.page.getByRole('link', { name: 'Next' }).click();
    }
    const list = tab.page.url();
    await opener.click();
    await tab.page.getByRole('button', { name: 'Cancel' }).click();
    expect(await state()).toBe('active');
    await opener.click();
    await tab.page.getByRole('button', { name: 'Block', exact: true }).click();
    await tab.page.getByRole('button', { name: `Activate ${user.username}` }).waitFor();

    expect(await state()).toBe('blocked');
    expect(tab.page.url()).toBe(list);
    expect(list).toContain(`search=${word}`);
    await tab.page.getByRole('button', { name: `Activate ${user.username}` }).click();
    await opener.waitFor();
    expect(tab.page.url()).toBe(list);
    await tab.context.close();
  }, 240_000);

  it('return to the list of that path alone, whatever page the form says it is of', async () => {
    const { address } = await repositoryWith(['a', 'b', 'c', 'd']);
    const after = async (name: string, referrer: string) => {
      const fields = { _method: 'delete', authenticity_token: await browser.csrfToken() };
      const headers = { Referer: referrer };
      return (await browser.post(`${address}/tags/${name}`, fields, { headers })).headers.get('location');
    };

    expect(await after('a', `${app.url}${address}?page=2`)).toBe(`${address}?page=2`);
    expect(await after('b', 'https://evil.example/?page=2')).toBe(address);
    expect(await after('c', 'nonsense')).toBe(address);
    expect(await after('d', `${app.url}/-/profile?page=2`)).toBe(address);
  });
});

describe('POST /:project/-/container_registry/:repository_id/cleanup', () => {
  it('says that a second bulk delete within the hour is too soon, and keeps what was typed', async () => {
    const { id, address } = await repositoryWith(['dev-1', 'dev-2', 'keep']);
    const rules = { name_regex_delete: 'dev-.*', name_regex_keep: 'dev-<2>', keep_n: '0', older_than: '1d' };
    const preview = async () => browser.submit(await browser.get(address), { ...rules, older_than: '' }, 'Preview');
    const [one, two] = [await preview(), await preview()];
    await browser.submit(one, {}, 'Delete 2 tags');
    await app.drainJobs();
    const late = await browser.submit(two, {}, 'Delete 2 tags');
    const again = await browser.submit(await browser.get(address), rules, 'Preview');

    for (const [answer, kept] of [
      [late, { ...rules, older_than: '' }],
      [again, rules],
    ] as const) {
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('You can run this at most once an hour for a given container repository');
      expect(answer.text).toContain('Bulk delete tags');
      for (const [name, value] of Object.entries(kept)) {
        const shown = value.replace('<', '&lt;').replace('>', '&gt;');
        expect(answer.text).toMatch(new RegExp(`name="${name}"[^>]*value="${shown.replace(/[.*]/g, '\\$&')}"`));
      }
    }
    expect(await tagNames(app, id)).toEqual(['keep']);
  });
});

describe('a form whose input is refused', () => {
  it('is scrolled to, with the focus in the field that is wrong', async () => {
    const { address } = await repositoryWith(Array.from({ length: 20 }, (_, at) => `tag-${at}`));
    const tab = await aTab();
    await tab.page.goto(app.url + address);
    await tab.page.getByLabel('Delete tags that match').fill('(?=x)');
    await tab.page.getByRole('button', { name: 'Preview' }).click();
    await tab.page.locator('.error').waitFor();
    const field = tab.page.locator('input[name=name_regex_delete]:focus');
    await field.waitFor();
    const box = await field.boundingBox();

    expect(box!.y).toBeGreaterThanOrEqual(0);
    expect(box!.y + box!.height).toBeLessThanOrEqual(800);
    await tab.context.close();
  });

  it('is scrolled to when its choices, or the form as a whole, are wrong', async () => {
    const tab = await aTab();
    await tab.page.goto(`${app.url}/-/profile/personal_access_tokens`);
    await tab.page.getByLabel('Name').fill('without scopes');
    await tab.page.getByRole('button', { name: 'Create token' }).click();
    await tab.page.locator('fieldset:focus').waitFor();

    expect(await tab.page.locator('fieldset .error').count()).toBe(1);
    await tab.context.close();
  });
});

/** Words of tables that are broken over two lines. */
const BROKEN_WORDS = `[...document.querySelectorAll('td, th')].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const match of text.data.matchAll(/[\\w@.]+/g)) {
      const range = document.createRange();
      range.setStart(text, match.index);
      range.setEnd(text, match.index + match[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(match[0]);
    }
  }
  return broken;
})`;

describe('tables of tokens in a window of 1280 pixels', () => {
  it('break no word', async () => {
    const scopes = [
      'api',
      'read_api',
      'read_user',
      'read_repository',
      'write_repository',
      'read_registry',
      'write_registry',
    ];
    const long = { name: 'Continuous-integration deployment', scopes, expires_at: '2999-01-31' };
    const { body: own } = await owner.api.post('personal_access_tokens', long);
    await fetch(`${app.url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': own?.token ?? '' } });
    await owner.api.post(`projects/${project.id}/access_tokens`, { ...long, access_level: 40 });
    await owner.api.post(`projects/${project.id}/deploy_tokens`, {
      ...long,
      scopes: ['read_repository', 'read_registry', 'write_registry', 'read_package_registry', 'write_package_registry'],
    });
    await owner.api.post(`projects/${project.id}/triggers`, { description: 'Continuous-integration deployment' });
    const tab = await aTab();
    await tab.page.setViewportSize({ width: 1280, height: 800 });
    for (const page of [
      '/-/profile/personal_access_tokens',
      '/-/profile/sessions',
      `${path}/-/access_tokens`,
      `${path}/-/deploy_tokens`,
      `${path}/-/triggers`,
      '/admin/users',
      '/oauth/authorized_applications',
    ]) {
      await tab.page.goto(app.url + page);

      expect([page, await tab.page.evaluate(BROKEN_WORDS)]).toEqual([page, []]);
      expect(
        await tab.page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
      ).toBe(false);
    }
    await tab.context.close();
  }, 240_000);
});

describe('the choice of a namespace', () => {
  const optionsOf = (text: string): string[] =>
    [...text.matchAll(/<option value="\d+"[^>]*>([^<]*)</g)].map(([, name = '']) => name.trim());

  it("holds an administrator's own namespaces and those asked for, not other people's", async () => {
    const admin = await aUser(app, { admin: true });
    const other = await aUser(app);
    const [own, foreign] = [await aGroup(admin.api), await aGroup(other.api)];
    const adminBrowser = await WebBrowser.of(app.url, admin);
    const form = optionsOf((await adminBrowser.get('/dashboard/projects/new')).text);
    const asked = await adminBrowser.get(`/dashboard/projects/new?namespace_id=${foreign.id}`);
    const parents = optionsOf((await adminBrowser.get('/dashboard/groups/new')).text);
    const below = await adminBrowser.get(`/dashboard/groups/new?parent_id=${foreign.id}`);

    expect(form).toEqual([`${admin.username} (yours)`, own.full_path]);
    expect(optionsOf(asked.text)).toEqual([`${admin.username} (yours)`, own.full_path, foreign.full_path]);
    expect(asked.text).toMatch(new RegExp(`<option value="${foreign.id}" selected`));
    expect(parents).toEqual([own.full_path]);
    expect(optionsOf(below.text)).toEqual([own.full_path, foreign.full_path]);
    const created = await adminBrowser.submit(asked, { name: unique('there') }, 'Create project');
    expect(created.headers.get('location')).toMatch(new RegExp(`^/${foreign.full_path}/`));
  });

  it('names no namespace that the viewer does not see', async () => {
    const secret = await aGroup((await aUser(app)).api, { visibility: 'private' });
    const viewer = await aUser(app);
    const { text } = await (
      await WebBrowser.of(app.url, viewer)
    ).get(`/dashboard/projects/new?namespace_id=${secret.id}`);

    expect(optionsOf(text)).toEqual([`${viewer.username} (yours)`]);
  });

  it('does not end at 100', async () => {
    const user = await aUser(app);
    for (let count = 0; count < 101; count += 1) {
      await aGroup(user.api);
    }
    const userBrowser = await WebBrowser.of(app.url, user);

    expect(optionsOf((await userBrowser.get('/dashboard/projects/new')).text)).toHaveLength(102);
  }, 240_000);
});

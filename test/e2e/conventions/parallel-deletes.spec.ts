import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { notFound } from '../../support/answers.js';

let app: TestApp;
let owner: TestUser;
let base: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  base = `projects/${(await aProject(owner.api)).id}`;
});
afterAll(() => app.close());

const idOf = ({ body }: { body: unknown }) => String((body as { id: number }).id);

describe('N parallel deletes of one record', () => {
  it.each<[string, () => Promise<string>]>([
    [
      'Protected Branch',
      async () => {
        await owner.api.post(`${base}/protected_branches`, { name: 'release-*' });
        return `${base}/protected_branches/release-*`;
      },
    ],
    [
      'Protected Tag',
      async () => {
        await owner.api.post(`${base}/protected_tags`, { name: 'v*' });
        return `${base}/protected_tags/v*`;
      },
    ],
    [
      'Tag Rule',
      async () => {
        const rule = await owner.api.post(`${base}/registry/tag_rules`, { tag_pattern: 'v.*' });
        return `${base}/registry/tag_rules/${idOf(rule)}`;
      },
    ],
    [
      'Application',
      async () => {
        const fields = { name: 'Reader', redirect_uri: 'http://localhost/callback', scopes: 'api' };
        return `applications/${idOf(await app.admin.post('applications', fields))}`;
      },
    ],
  ])('answer 204 once for a %s, and 404 to the others', async (record, make) => {
    const path = await make();
    const api = path.startsWith('applications') ? app.admin : owner.api;

    const answers = await Promise.all(Array.from({ length: 8 }, () => api.delete(path)));

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    answers
      .filter(({ status }) => status !== 204)
      .forEach((answer) => {
        expect(answer).toMatchObject(notFound(record));
      });
  });
});

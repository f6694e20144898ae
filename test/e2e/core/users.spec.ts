import { aUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('GET /user', () => {
  it('shows the own record in full', async () => {
    const user = await aUser(app);

    const answer = await user.api.get('user');

    expect(answer).toMatchObject({ status: 200, body: { id: user.id, username: user.username, is_admin: false } });
  });

  it('answers 401 without credentials', async () => {
    expect(await app.anonymous.get('user')).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
  });
});

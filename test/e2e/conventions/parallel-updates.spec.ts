import { jest } from '@jest/globals';
import { ProtectionsRepository } from '../../../src/modules/repositories/protection/protections.repository.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';

const ROUNDS = 5;

let app: TestApp;
let owner: TestUser;
let base: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  base = `projects/${(await aProject(owner.api)).id}`;
});
afterAll(() => app.close());

/** A record by its path, the verb that changes it, and fields that are changed at once. */
interface Changed {
  readonly path: string;
  readonly verb: 'put' | 'patch';
  readonly fields: Readonly<Record<string, unknown>>;
  /** As the record shows them, where that differs. */
  readonly shown?: object;
}

describe('parallel changes of different fields of one record', () => {
  it.each<[string, () => Promise<Changed>]>([
    [
      'runner',
      async () => {
        const { body } = await owner.api.get(base);
        const { id } = await TestRunner.register(app, body.runners_token);
        const fields = { description: 'changed', paused: true, tag_list: ['x'], locked: true };
        return { path: `runners/${id}`, verb: 'put', fields };
      },
    ],
    [
      'trigger token',
      async () => {
        const { body } = await owner.api.post(`${base}/triggers`, { description: 'made' });
        const fields = { description: 'changed', allowed_refs: ['main'], allowed_variables: ['A'] };
        return { path: `${base}/triggers/${body.id}`, verb: 'put', fields };
      },
    ],
    [
      'variable',
      async () => {
        await owner.api.delete(`${base}/variables/KEY`);
        await owner.api.post(`${base}/variables`, { key: 'KEY', value: 'long enough' });
        const fields = { value: 'without_spaces', protected: true, raw: true, description: 'changed' };
        return { path: `${base}/variables/KEY`, verb: 'put', fields };
      },
    ],
    [
      'protected branch',
      async () => {
        await owner.api.delete(`${base}/protected_branches/release`);
        await owner.api.post(`${base}/protected_branches`, { name: 'release' });
        const fields = { push_access_level: 30, merge_access_level: 30, allow_force_push: true };
        const shown = {
          push_access_levels: [expect.objectContaining({ access_level: 30 })],
          merge_access_levels: [expect.objectContaining({ access_level: 30 })],
          allow_force_push: true,
        };
        return { path: `${base}/protected_branches/release`, verb: 'patch', fields, shown };
      },
    ],
  ])('all stay in a %s', async (_record, make) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { path, verb, fields, shown = fields } = await make();

      const answers = await Promise.all(
        Object.entries(fields).map(([name, value]) => owner.api[verb](path, { [name]: value })),
      );

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect((await owner.api.get(path)).body).toMatchObject(shown);
    }
  });
});

describe('a protected branch', () => {
  const path = () => `${base}/protected_branches/raced`;
  const rules = () => app.app.get(ProtectionsRepository);

  it('is changed by a request that comes while it is made', async () => {
    const update = rules().updateBranchRule.bind(rules());
    const spy = jest.spyOn(rules(), 'updateBranchRule').mockImplementationOnce(async (...args) => {
      const isChanged = await update(...args);
      expect((await owner.api.post(`${base}/protected_branches`, { name: 'raced' })).status).toBe(201);
      return isChanged;
    });

    const answer = await owner.api.patch(path(), { allow_force_push: true });
    spy.mockRestore();

    expect(answer).toMatchObject({ status: 200, body: { allow_force_push: true } });
  });

  it('stays when it asks for another level than the one that its deletion met', async () => {
    const find = rules().findBranchRule.bind(rules());
    const spy = jest.spyOn(rules(), 'findBranchRule').mockImplementationOnce(async (...args) => {
      const rule = await find(...args);
      expect((await app.admin.patch(path(), { unprotect_access_level: 60 })).status).toBe(200);
      return rule;
    });

    const answer = await owner.api.delete(path());
    spy.mockRestore();

    expect(answer.status).toBe(403);
    expect((await owner.api.get(path())).status).toBe(200);
  });
});

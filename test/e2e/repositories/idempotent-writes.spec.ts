import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { IntentRecoveryService } from '../../../src/modules/repositories/pushes/intent-recovery.service.js';
import { PostReceiveService } from '../../../src/modules/repositories/pushes/post-receive.service.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const LOST = {
  status: 409,
  body: {
    message: '409 Conflict - The request with this Idempotency-Key was carried out, but its answer was lost',
  },
};

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api, { initialize_with_readme: true });
});
afterAll(() => app.close());

const heads = async () => (await owner.api.get(`projects/${project.id}/repository/commits`)).body.length as number;
/** As if the process had died after the refs moved and before the answer was kept, a minute ago. */
const loseAnswer = (key: string) =>
  app.sql(
    `update idempotency_keys set status = null, answer = null, leased_until = now() - interval '1 second' where key = $1`,
    [key],
  );
const commit = (file: string, headers: Record<string, string>): Promise<Answer> =>
  owner.api.post(
    `projects/${project.id}/repository/commits`,
    { branch: 'main', commit_message: 'x', actions: [{ action: 'update', file_path: 'README.md', content: file }] },
    { headers },
  );

describe('POST /projects/:id/repository/commits with an Idempotency-Key', () => {
  it('makes one commit, even if the process dies between the commit and the answer', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await commit('one', headers);
    const created = await heads();
    const replayed = await commit('one', headers);

    await loseAnswer(headers['Idempotency-Key']);
    const again = await commit('one', headers);

    expect(first.status).toBe(201);
    expect(replayed).toMatchObject({ status: 201, text: first.text });
    expect(again).toMatchObject(LOST);
    expect(await heads()).toBe(created);
  });

  it('makes one commit when the database goes away between the move of the branch and what follows it', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const created = await heads();
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    jest.spyOn(app.app.get(PostReceiveService), 'finish').mockRejectedValueOnce(away);
    const unavailable = await commit('three', headers);

    const inDoubt = await commit('three', headers);
    await until(async () => (await app.sql('select 1 from repository_leases')).length === 0);
    await app.sql(`update ref_intents set created_at = now() - interval '1 minute'`);
    await app.app.get(IntentRecoveryService).settleAbandoned();
    await loseAnswer(headers['Idempotency-Key']);

    expect(unavailable.status).toBe(503);
    expect(inDoubt).toMatchObject({ status: 409, body: { message: expect.stringContaining('is in progress') } });
    expect(await commit('three', headers)).toMatchObject(LOST);
    expect(await heads()).toBe(created + 1);
  });

  it('runs anew when the process died before the commit', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    await commit('two', headers);
    const created = await heads();
    await loseAnswer(headers['Idempotency-Key']);
    await app.sql(`update idempotency_keys set is_carried_out = false where key = $1`, [headers['Idempotency-Key']]);

    expect((await commit('two', headers)).status).toBe(201);
    expect(await heads()).toBe(created + 1);
  });
});

describe('DELETE /projects/:id/repository/branches/:branch with an Idempotency-Key', () => {
  it('does not delete a branch that was created again meanwhile', async () => {
    const branches = `projects/${project.id}/repository/branches`;
    const headers = { 'Idempotency-Key': randomUUID() };
    await owner.api.post(branches, { branch: 'topic', ref: 'main' });
    expect((await owner.api.delete(`${branches}/topic`, undefined, { headers })).status).toBe(204);
    await loseAnswer(headers['Idempotency-Key']);
    await owner.api.post(branches, { branch: 'topic', ref: 'main' });

    expect(await owner.api.delete(`${branches}/topic`, undefined, { headers })).toMatchObject(LOST);
    expect((await owner.api.get(`${branches}/topic`)).status).toBe(200);
  });
});

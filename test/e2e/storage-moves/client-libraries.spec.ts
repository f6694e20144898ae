import {
  GroupRepositoryStorageMoves,
  ProjectRepositoryStorageMoves,
  SnippetRepositoryStorageMoves,
} from '@gitbeaker/rest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { runPythonScript } from '../../support/python-script.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let storages: string;
beforeAll(async () => {
  storages = await mkdtemp(path.join(tmpdir(), 'slipway-storages-'));
  app = await startApp({ env: { STORAGES: `default=${storages}/a,second=${storages}/b` } });
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await rm(storages, { recursive: true, force: true });
});

const aSnippet = async (): Promise<{ id: number }> =>
  (await owner.api.post('snippets', { title: 's', file_name: 'a.txt', content: 'x', visibility: 'private' })).body;

describe('@gitbeaker/rest, unchanged', () => {
  const options = () => ({ host: app.url, token: ADMIN_TOKEN });

  it.each([
    ['project', 'projectId', () => aProject(owner.api), () => new ProjectRepositoryStorageMoves(options())],
    ['snippet', 'snippetId', aSnippet, () => new SnippetRepositoryStorageMoves(options())],
    ['group', 'groupId', () => aGroup(owner.api), () => new GroupRepositoryStorageMoves(options())],
  ] as const)('schedules, lists and follows moves of a %s, and of all', async (kind, idName, make, client) => {
    const { id } = await make();
    const moves = client();
    const scheduled = await moves.schedule('default', { [idName]: id, destinationStorageName: 'second' });
    const follow = (move: number) =>
      until(async () => {
        const shown = await moves.show(move, { [idName]: id });
        return shown.state === 'finished' ? shown : null;
      });

    expect(scheduled).toMatchObject({ state: 'scheduled', source_storage_name: 'default', [kind]: { id } });
    expect(await follow(scheduled.id)).toMatchObject({ destination_storage_name: 'second' });
    expect(await moves.all({ [idName]: id })).toMatchObject([{ id: scheduled.id }]);
    expect(await moves.all()).toMatchObject([{ id: scheduled.id }]);
    expect(await moves.schedule('second', { destinationStorageName: 'default' })).toMatchObject({
      message: '202 Accepted',
    });
    const back = await until(async () => (await moves.all({ [idName]: id })).find((move) => move.id !== scheduled.id));
    expect(await follow(back.id)).toMatchObject({ source_storage_name: 'second', destination_storage_name: 'default' });
  });
});

describe('the Python client library', () => {
  it('schedules, lists and follows moves, and understands a refusal', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { 'a.txt': 'content' });
    await app.drainJobs();
    const [earlier] = await app.sql<{ count: number }>(
      'select count(*)::int as count from project_repository_storage_moves',
    );
    const told = await runPythonScript('python-storage-moves.py', app.url, String(project.id));

    expect(told).toEqual({
      before: 'default',
      scheduled: 'scheduled',
      moved: ['finished', 'second'],
      back: 'finished',
      listed: earlier!.count + 3,
      by_put: ['default', 'second'],
      found: [project.id],
      refused: [400, expect.objectContaining({ source_storage_name: ['does not have a valid value'] })],
    });
  });
});

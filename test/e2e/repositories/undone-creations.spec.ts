import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { relativePathOf } from '../../../src/modules/repositories/storages/repository-paths.js';
import { UndoCreationsJob } from '../../../src/modules/repositories/writes/undo-creations.job.js';
import { Env } from '../../../src/platform/config/env.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  app = await startApp();
  dataDir = app.app.get(Env, { strict: false }).dataDir;
});
afterAll(() => app.close());

const TWO_HOURS_MS = 7_200_000;

const notes = () => path.join(dataDir, 'git', 'creations');
const directoryOf = (projectId: number) => path.join(dataDir, 'repositories', relativePathOf({ projectId }, 'code'));

/** A note of a process that is gone, as a kill leaves it. */
async function leaveNote(text: string, { ageMs = TWO_HOURS_MS } = {}): Promise<string> {
  const name = `${randomBytes(12).toString('hex')}-${randomBytes(6).toString('hex')}`;
  await writeFile(path.join(notes(), name), text);
  const at = new Date(Date.now() - ageMs);
  await utimes(path.join(notes(), name), at, at);
  return name;
}

const creationOf = (projectId: number) =>
  JSON.stringify({ container: { projectId }, type: 'code', storage: 'default' });

async function leaveRepository(projectId: number): Promise<void> {
  await mkdir(path.join(directoryOf(projectId), 'objects'), { recursive: true });
  await writeFile(path.join(directoryOf(projectId), 'HEAD'), 'ref: refs/heads/main\n');
}

describe('UndoCreationsJob', () => {
  const undo = () => app.app.get(UndoCreationsJob, { strict: false }).perform();

  it('removes the repository of a creation that a kill cut off, with what it left empty, and the note', async () => {
    await leaveRepository(900_001);
    await mkdir(path.join(`${directoryOf(900_001)}.new-Ab12Cd`, 'refs'), { recursive: true });
    await leaveNote(creationOf(900_001));
    await leaveNote('{"contai');

    await undo();

    expect(existsSync(path.dirname(directoryOf(900_001)))).toBe(false);
    expect(await readdir(notes())).toEqual([]);
  });

  it('leaves a repository alone whose creation ended, or may still end', async () => {
    const { id } = (await app.admin.post('projects', { path: 'ended', initialize_with_readme: true })).body;
    await leaveNote(creationOf(id));
    await leaveRepository(900_002);
    const young = await leaveNote(creationOf(900_002), { ageMs: 0 });

    await undo();

    expect((await app.admin.get(`projects/${id}/repository/branches/main`)).status).toBe(200);
    expect([existsSync(directoryOf(900_002)), await readdir(notes())]).toEqual([true, [young]]);
  });

  it('finds no note of a creation that ended', async () => {
    const before = await readdir(notes());
    const files = [{ file_path: 'a', content: 'a' }];
    const { status } = await app.admin.post('snippets', { title: 'S', visibility: 'private', files });

    await until(async () => (await readdir(notes())).length === before.length);
    expect([status, await readdir(notes())]).toEqual([201, before]);
  });
});

import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const run = promisify(execFile);

/** Git on a disk with room for a part of a file: that part stays, as it does of the real one. */
const gitWithoutRoom = (git: string): string => `#!/bin/sh
case " $* " in *" unpack-objects "*)
  for word in "$@"; do case "$word" in --git-dir=*) objects="\${word#--git-dir=}/objects";; esac; done
  objects="\${GIT_OBJECT_DIRECTORY:-$objects}"
  cat >/dev/null
  mkdir -p "$objects/a7" && echo part > "$objects/a7/tmp_obj_part"
  echo 'fatal: unable to write loose object file: No space left on device' >&2
  exit 128
esac
exec ${git} "$@"
`;

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let programs: string;
beforeAll(async () => {
  programs = await mkdtemp(path.join(tmpdir(), 'slipway-git-'));
  const git = execFileSync('/bin/sh', ['-c', 'command -v git']).toString().trim();
  await writeFile(path.join(programs, 'git'), gitWithoutRoom(git), { mode: 0o755 });
  app = await startApp({ env: { PATH: `${programs}:${process.env.PATH ?? ''}` } });
  owner = await aUser(app);
  project = await aProject(owner.api, { initialize_with_readme: true });
});
afterAll(async () => {
  await app.close();
  await rm(programs, { recursive: true });
});

const commit = (files: readonly string[], content: string) =>
  owner.api.post(`projects/${project.id}/repository/commits`, {
    branch: 'main',
    commit_message: 'Files',
    actions: files.map((file) => ({ action: 'create', file_path: file, content })),
  });

/** Of the only repository. */
async function gitDirectory(): Promise<string> {
  const storage = path.join(app.environment.DATA_DIR ?? '', 'repositories');
  const found = (await readdir(storage, { recursive: true })).find((name) => name.endsWith('.git'));
  return path.join(storage, found ?? '');
}

const leftovers = async (): Promise<string[]> =>
  (await readdir(path.join(await gitDirectory(), 'objects'), { recursive: true })).filter((file) =>
    file.includes('tmp_'),
  );

describe('POST /projects/:id/repository/commits where the disk is full', () => {
  it('answers 503 and leaves nothing that keeps the disk full', async () => {
    const { status, body } = await commit(['large'], 'x'.repeat(2 * 1024 * 1024));

    expect({ status, body }).toEqual({ status: 503, body: { message: '503 Service Unavailable - No space is left.' } });
    expect(await leftovers()).toEqual([]);
  });

  it('keeps what could be written, each object of it', async () => {
    const files = Array.from({ length: 120 }, (_, index) => `folder/${index}`);

    const { status } = await commit(files, 'content');

    expect(status).toBe(201);
    expect(await leftovers()).toEqual([]);
    await run('git', ['fsck', '--strict', '--no-dangling'], { cwd: await gitDirectory() });
  });
});

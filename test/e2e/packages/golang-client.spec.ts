import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { aCommit } from '../../builders/repositories.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { blocksOf } from '../../support/documented.js';

const run = promisify(execFile);
let app: TestApp;
let owner: TestUser;
let project: TestProject;
let work: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'public' });
  work = await mkdtemp(path.join(tmpdir(), 'slipway-go-'));
  const root = rootOf(project);
  await aCommit(owner.api, project, {
    'go.mod': `module ${root}\n\ngo 1.19\n`,
    'lib.go': 'package lib\n\nconst Answer = 42\n',
    'sub/go.mod': `module ${root}/sub/v2\n\ngo 1.19\n`,
    'sub/sub.go': 'package sub\n\nconst Two = 2\n',
  });
  for (const tag_name of ['v1.0.0', 'v1.1.0', 'sub/v2.0.0']) {
    await owner.api.post(`projects/${project.id}/repository/tags`, { tag_name, ref: 'main' });
  }
});
afterAll(async () => {
  await app.close();
  await run('chmod', ['-R', 'u+w', work]); // what go downloads is read-only
  await rm(work, { recursive: true, force: true });
});

const rootOf = ({ path_with_namespace }: TestProject) => `127.0.0.1/${path_with_namespace}`;

/** Runs the documented commands and then these in a module of its own. */
async function follow(directory: string, from: TestProject, more = ''): Promise<string> {
  const here = {
    'https://slipway.example.com': app.url,
    'slipway.example.com/acme/lib': rootOf(from),
    'slipway.example.com': '127.0.0.1',
    'projects/42': `projects/${from.id}`,
  };
  const [, documented = ''] = await blocksOf('packages/golang.md', 'sh', here);
  const env = {
    PATH: process.env.PATH,
    HOME: work,
    GOPATH: path.join(directory, 'go'),
    GOCACHE: path.join(work, 'cache'),
    GOFLAGS: '-mod=mod',
  };
  const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', documented + more], {
    cwd: directory,
    env,
    timeout: 200_000,
  });
  return stdout + stderr;
}

async function aProgram(from: TestProject): Promise<string> {
  const directory = await mkdtemp(path.join(work, 'program-'));
  const root = rootOf(from);
  await writeFile(path.join(directory, 'go.mod'), 'module example.com/program\n\ngo 1.19\n');
  await writeFile(
    path.join(directory, 'main.go'),
    `package main\n\nimport (\n\t"fmt"\n\tlib "${root}"\n\t"${root}/sub/v2"\n)\n\nfunc main() { fmt.Println(lib.Answer, sub.Two) }\n`,
  );
  return directory;
}

describe('go', () => {
  it('installs modules of tags and folders, and builds with them', async () => {
    const directory = await aProgram(project);
    const root = rootOf(project);
    const output = await follow(
      directory,
      project,
      `go get ${root}/sub/v2@latest\ngo run .\ngo mod verify\ngo list -m -versions ${root}`,
    );
    const goMod = await readFile(path.join(directory, 'go.mod'), 'utf8');

    expect(output).toContain('42 2');
    expect(output).toContain('all modules verified');
    expect(output).toContain(`${root} v1.0.0 v1.1.0`);
    expect(goMod).toContain(`${root} v1.0.0`);
    expect(goMod).toContain(`${root}/sub/v2 v2.0.0`);
  }, 240_000);

  it('reports a project that it may not read', async () => {
    const hidden = await aProject(owner.api);

    await expect(follow(await aProgram(hidden), hidden)).rejects.toMatchObject({
      stderr: expect.stringContaining('401 Unauthorized'),
    });
  }, 240_000);
});

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { aCommit } from '../../builders/repositories.js';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { ApiClient } from '../../support/api-client.js';
import { ADMIN_PASSWORD, ADMIN_TOKEN } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { ProcessWatch } from '../../support/process-watch.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { TestRunner } from '../../support/test-runner.js';
import type { HandedJob } from '../../support/test-runner.js';

const exec = promisify(execFile);

/** Every kind of credential, by a word for it. */
type Credentials = Readonly<Record<string, string>>;

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let service: Service;
let git: GitClient;
let watch: ProcessWatch;
let app: Pick<TestApp, 'url' | 'admin' | 'anonymous' | 'as'>;
let owner: TestUser;
let project: TestProject;
let runner: TestRunner;
let job: HandedJob;
let credentials: Credentials;
/** Bodies and headers of everything that was refused. */
const refusals: string[] = [];

beforeAll(async () => {
  dataDir = await aDataDir();
  git = await GitClient.make();
  service = await startService({ DATA_DIR: dataDir.path, LOG_LEVEL: 'debug' });
  watch = new ProcessWatch(service.process.pid!);
  const { url } = service;
  app = { url, admin: service.admin, anonymous: new ApiClient(url), as: (token) => new ApiClient(url, token) };
  owner = await aUser(app as TestApp);
  project = await aProject(owner.api);
  credentials = await everyCredential();
});
afterAll(async () => {
  await service.end('SIGTERM');
  await git.remove();
  await dataDir.remove();
});

async function told(answer: ReturnType<ApiClient['post']>, name = 'token'): Promise<string> {
  const { status, body } = await answer;
  if (status !== 201) {
    throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
  }
  return body[name] as string;
}

async function everyCredential(): Promise<Credentials> {
  const at = `projects/${project.id}`;
  const group = await aGroup(owner.api);
  const scoped = { name: 'x', scopes: ['api'], access_level: 40 };
  const definition = 'a: { script: echo, variables: { NOTE: x } }\nb: { script: echo }\n';
  await aCommit(owner.api, project, { '.ci.yml': definition }, { commit_message: 'Go [skip ci]' });
  await owner.api.post(`${at}/variables`, { key: 'MASKED', value: 'masked-variable-value', masked: true });
  const form = { grant_type: 'password', username: owner.username, password: owner.password };
  const oauth = await fetch(`${app.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { body: settings } = await app.admin.get('application/settings');
  runner = await TestRunner.register(app as TestApp, settings.runners_registration_token);
  const trigger = await told(owner.api.post(`${at}/triggers`, { description: 'x' }));
  await app.anonymous.post(`${at}/trigger/pipeline`, { ref: 'main', token: trigger });
  job = await takeSoon();
  return {
    admin: ADMIN_TOKEN,
    password: owner.password,
    'password of the administrator': ADMIN_PASSWORD,
    personal: owner.token,
    impersonation: await told(app.admin.post(`users/${owner.id}/impersonation_tokens`, { name: 'x', scopes: ['api'] })),
    project: await told(owner.api.post(`${at}/access_tokens`, scoped)),
    group: await told(owner.api.post(`groups/${group.id}/access_tokens`, scoped)),
    deploy: await told(
      owner.api.post(`${at}/deploy_tokens`, { name: 'x', username: 'deployer', scopes: ['read_repository'] }),
    ),
    oauth: ((await oauth.json()) as { access_token: string }).access_token,
    trigger,
    job: job.token,
    runner: runner.token,
    registration: settings.runners_registration_token,
    'masked variable': 'masked-variable-value',
  };
}

async function takeSoon(): Promise<HandedJob> {
  for (;;) {
    const { status, body } = await runner.request();
    if (status === 201) {
      return body;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ask(target: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(app.url + target, { redirect: 'manual', ...init });
  const text = await response.text();
  if (response.status >= 300) {
    refusals.push(`${target} ${response.status}`.replace(/\?.*/, ''), text, JSON.stringify([...response.headers]));
  }
  return response.status;
}

const basic = (user: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
});
const PROGRAMS = ['receive-pack', 'pre-receive', 'cat-file'];
const PARAMETERS = ['private_token', 'access_token', 'job_token', 'token', 'password', 'secret', 'key'];

/** Puts the value wherever a client may put one. */
async function useEverywhere(value: string): Promise<void> {
  const at = `/api/v4/projects/${project.id}`;
  const json = (body: object | string): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const allHeaders: Record<string, string>[] = [
    { 'PRIVATE-TOKEN': value },
    { 'JOB-TOKEN': value },
    { 'DEPLOY-TOKEN': value },
    { Authorization: `Bearer ${value}` },
    { Authorization: value },
    basic('x', value),
    basic(value, 'x'),
    { Cookie: `_service_session=${value}` },
    { Sudo: value },
  ];
  for (const headers of allHeaders) {
    await ask(`${at}/jobs`, { headers });
    await ask(`/v2/`, { headers });
    await ask(`/nowhere/${project.id}`, { headers });
    await ask(`/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`, { headers });
    await ask(`${at}/trigger/pipeline`, { ...json({ ref: 'none', token: value }), headers });
  }
  for (const name of PARAMETERS) {
    const query = `${name}=${encodeURIComponent(value)}`;
    await ask(`${at}/jobs?${query}`);
    await ask(`${at}/jobs?next=${encodeURIComponent(`/x?${query}`)}`);
    await ask(`/api/v4/nowhere?${query}`);
    await ask(`${at}/jobs?${query}&bad=%zz`);
    await ask(`${at}/ref/none/trigger/pipeline?${query}`, { method: 'POST' });
    await ask(`${at}/trigger/pipeline`, { method: 'POST', body: new URLSearchParams({ ref: 'none', [name]: value }) });
    await ask(`${at}/trigger/pipeline`, json({ ref: 'none', [name]: value }));
    await ask(`${at}/trigger/pipeline`, json(`{"ref": "none", "${name}": "${value}"`));
    const form = new FormData();
    form.append(name, value);
    await ask(`${at}/trigger/pipeline`, { method: 'POST', body: form });
    await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'password', [name]: value }) });
  }
  await ask('/api/v4/jobs/request', json({ token: value }));
  await ask('/api/v4/runners', json({ token: value }));
  await ask(`/api/v4/jobs/${job.id}`, { ...json({ token: value, state: 'nonsense' }), method: 'PUT' });
  await ask(`/api/v4/jobs/${job.id}/trace`, { method: 'PATCH', body: 'x', headers: { 'JOB-TOKEN': value } });
}

/** Clones and pushes with the value in the address, under every name that may stand beside it. */
async function useByGit(word: string, value: string): Promise<void> {
  for (const username of [owner.username, 'oauth2', 'ci-job-token', 'deployer', 'x']) {
    const remote = remoteOf(app.url, project.path_with_namespace, { username, secret: value });
    const name = unique(word.replaceAll(' ', '-'));
    const { code, stderr } = await git.run(['clone', '-q', remote, name]);
    const pushed = code === 0 ? await pushFrom(name) : '';
    refusals.push(`${stderr}${pushed}`.replaceAll(remote, '').replaceAll(app.url.replace('//', `//${username}@`), ''));
  }
}

async function pushFrom(name: string): Promise<string> {
  await writeFile(path.join(git.directory, name, 'file'), name);
  await git.ok(['add', '.'], { in: name });
  await git.ok(['commit', '-q', '-m', 'x'], { in: name });
  const runs = await Promise.all([
    git.run(['push', '-o', 'ci.variable=A=b', 'origin', `HEAD:refs/heads/${name}`], { in: name }),
    git.run(['push', 'origin', 'HEAD:refs/other/x'], { in: name }),
  ]);
  return runs.map(({ stderr }) => stderr.replaceAll(/To \S+|'http\S+'/g, '')).join('');
}

const shown = (texts: readonly string[]): string[] =>
  Object.entries(credentials)
    .filter(([, value]) => texts.some((text) => text.includes(value) || text.includes(encodeURIComponent(value))))
    .map(([word]) => word);

describe('every use of a credential', () => {
  it('does not repeat it in a refusal, wherever it was sent', async () => {
    for (const value of Object.values(credentials)) {
      await useEverywhere(value);
    }

    expect(refusals.length).toBeGreaterThan(1000);
    expect(shown(refusals)).toEqual([]);
  });

  it('does not show it by git over HTTPS, or in the processes of clones, pushes and hooks', async () => {
    for (const [word, value] of Object.entries(credentials)) {
      await useByGit(word, value);
    }
    for (let round = 0; round < 50 && !PROGRAMS.every((name) => watch.hasSeen(name)); round += 1) {
      await useByGit(`round ${round}`, credentials.personal!);
    }

    expect(PROGRAMS.filter((name) => !watch.hasSeen(name))).toEqual([]);
    const processes = await watch.end();
    expect(shown(processes)).toEqual([]);
    expect(shown(refusals)).toEqual([]);
  });

  it('does not leave it in the log of a job that prints it', async () => {
    const log = [job.token, 'masked-variable-value', job.git_info.repo_url].join('\n');
    expect((await runner.log(job, log.slice(0, 20), 0)).status).toBe(202);
    expect((await runner.log(job, log.slice(20), 20)).status).toBe(202);
    expect((await runner.update(job, 'success')).status).toBe(200);
    const { text } = await owner.api.get(`projects/${project.id}/jobs/${job.id}/trace`);

    expect(text).toContain('[MASKED]\n[MASKED]\n');
    expect(shown([text])).toEqual([]);
  });

  it('does not make it part of a pipeline, or of the variables of the pipeline', async () => {
    const at = `projects/${project.id}`;
    const sent = { ref: 'main', token: credentials.trigger, variables: { A: 'b' } };
    const { body } = await app.anonymous.post(`${at}/trigger/pipeline?private_token=${owner.token}`, sent);
    const texts = [JSON.stringify(body), (await owner.api.get(`${at}/pipelines/${body.id}/variables`)).text];

    expect(body.status).toBe('created');
    expect(shown(texts)).toEqual([]);
  });

  it('does not write it to a line of the log, or to any file of the data directory', async () => {
    expect(service.output()).toContain('"area":"request"');
    expect(shown([service.output()])).toEqual([]);
    const found: string[] = [];
    for (const [word, value] of Object.entries(credentials)) {
      const { stdout } = await exec('grep', ['-rlaF', '--', value, dataDir.path]).catch(() => ({ stdout: '' }));
      found.push(
        ...stdout
          .split('\n')
          .filter(Boolean)
          .map((file) => `${word}: ${path.relative(dataDir.path, file)}`),
      );
    }
    expect(found).toEqual([]);
  });
});

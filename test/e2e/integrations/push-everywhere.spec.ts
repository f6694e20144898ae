import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pushCode } from '../../builders/code.js';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient } from '../../support/git.js';
import { startLineRecorder } from '../../support/line-recorder.js';
import type { LineRecorder } from '../../support/line-recorder.js';
import { startMailReceiver } from '../../support/mail-receiver.js';
import type { MailReceiver } from '../../support/mail-receiver.js';
import { startRecorder, status } from '../../support/recorder.js';
import type { Recorder } from '../../support/recorder.js';
import { TestRunner } from '../../support/test-runner.js';
import { until } from '../../support/until.js';

let app: TestApp;
let git: GitClient;
let http: Recorder;
let mail: MailReceiver;
let irc: LineRecorder;
let owner: TestUser;
beforeAll(async () => {
  [http, mail, irc, git] = await Promise.all([
    startRecorder(),
    startMailReceiver(),
    startLineRecorder(),
    GitClient.make(),
  ]);
  app = await startApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: mail.url } });
  owner = await aUser(app, { skip_confirmation: true });
});
afterAll(async () => {
  await app.close();
  await Promise.all([http.close(), mail.close(), irc.close(), git.remove()]);
});

async function setUp(project: TestProject, slug: string, settings: object): Promise<void> {
  const { status: code, text } = await owner.api.put(`projects/${project.id}/integrations/${slug}`, settings);
  expect([code, text]).toEqual([200, expect.any(String)]);
}

/** Another commit, pushed by the real git program. */
async function push(clone: string, file: string, content: string, message: string): Promise<string> {
  await writeFile(path.join(git.directory, clone, file), content);
  await git.ok(['add', '-A'], { in: clone });
  await git.ok(['commit', '-q', '-m', message], { in: clone });
  await git.ok(['push', '-q', 'origin', 'HEAD:refs/heads/main'], { in: clone });
  return git.ok(['rev-parse', 'HEAD'], { in: clone });
}

describe('a push by git', () => {
  it('reaches chat, CI, mail and IRC', async () => {
    const project = await aProject(owner.api);
    const { clone, sha: before } = await pushCode({ app, git }, project, owner, { 'a.txt': 'old\n' });
    await setUp(project, 'chat-notifications-a', {
      webhook: `${http.url}/chat`,
      username: 'bot',
      push_channel: 'builds',
    });
    await setUp(project, 'ci-server-c', {
      jenkins_url: `${http.url}/jenkins`,
      project_name: 'folder/job one',
      username: 'ci',
      password: 'of-the-server',
    });
    await setUp(project, 'emails-on-push', { recipients: 'a@example.com b@example.com' });
    await setUp(project, 'irc-gateway', {
      recipients: '#builds irc://other.example.com/#x',
      default_irc_uri: 'irc://irc.example.com/',
      server_host: '127.0.0.1',
      server_port: irc.port,
    });
    const sha = await push(clone, 'a.txt', 'new <b>\n', 'Fix the engine ⚙');
    const [[chat], [ci], [toA], [toB], lines] = await Promise.all([
      http.until('/chat', 1),
      http.until('/jenkins', 1),
      mail.until('a@example.com', 1),
      mail.until('b@example.com', 1),
      irc.until(2),
    ]);
    const url = `${app.url}/${project.path_with_namespace}`;
    const compare = `${url}/-/compare/${before}...${sha}`;
    const short = sha.slice(0, 8);

    expect(JSON.parse(chat!.body)).toMatchObject({
      channel: 'builds',
      username: 'bot',
      text:
        `${owner.username} (${owner.username}) pushed to branch <${url}/-/tree/main|main> ` +
        `of <${url}|${project.path_with_namespace}> (<${compare}|Compare changes>)`,
      attachments: [{ text: `<${url}/-/commit/${sha}|${short}>: Fix the engine ⚙ - Ada` }],
    });
    expect(ci).toMatchObject({
      method: 'POST',
      path: '/jenkins/project/folder/job%20one',
      headers: {
        authorization: `Basic ${Buffer.from('ci:of-the-server').toString('base64')}`,
        'x-gitlab-event': 'Push Hook',
        'x-service-event': 'Push Hook',
        'x-service-instance': app.url,
      },
    });
    expect(JSON.parse(ci!.body)).toMatchObject({
      object_kind: 'push',
      before,
      after: sha,
      ref: 'refs/heads/main',
      checkout_sha: sha,
      user_username: owner.username,
      project: { id: project.id, path_with_namespace: project.path_with_namespace },
      commits: [
        {
          id: sha,
          message: 'Fix the engine ⚙\n',
          title: 'Fix the engine ⚙',
          modified: ['a.txt'],
          added: [],
          removed: [],
        },
      ],
      total_commits_count: 1,
    });
    expect(toA).toMatchObject({
      to: ['a@example.com'],
      isSecure: true,
      headers: {
        to: 'a@example.com',
        'auto-submitted': 'auto-generated',
        'x-service-project': project.path_with_namespace,
        'x-service-project-id': String(project.id),
        'content-type': expect.stringMatching(/^multipart\/alternative/),
      },
    });
    expect(toA!.headers.subject).toMatch(/^=\?UTF-8\?/);
    expect(toA!.text).toContain('-old\n+new <b>\n');
    expect(toA!.text).toContain(compare);
    expect(toA!.html).toContain('+new &lt;b&gt;');
    expect(toB!.to).toEqual(['b@example.com']);
    expect(toB!.headers['message-id']).not.toBe(toA!.headers['message-id']);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        to: ['irc://irc.example.com/#builds', 'irc://other.example.com/#x'],
        privmsg: `[${project.name}] ${owner.username} pushed 1 new commit to branch main: ${compare}`,
      },
      {
        to: ['irc://irc.example.com/#builds', 'irc://other.example.com/#x'],
        privmsg: `${project.name}/main ${short} Ada (1 file): Fix the engine ⚙`,
      },
    ]);
  });

  it('sends no mail below a group that has emails_disabled', async () => {
    const top = await aGroup(owner.api);
    const group = await aGroup(owner.api, { parent_id: top.id });
    const project = await aProject(owner.api, { namespace_id: group.id });
    const { clone } = await pushCode({ app, git }, project, owner, { 'a.txt': 'old\n' });
    await setUp(project, 'emails-on-push', { recipients: 'silent@example.com' });
    await owner.api.put(`groups/${top.id}`, { emails_disabled: true });
    await push(clone, 'b.txt', 'b\n', 'Without a mail');
    const silent = await owner.api.get(`projects/${project.id}/integrations/emails-on-push/deliveries`);
    await owner.api.put(`groups/${top.id}`, { emails_disabled: false });
    await push(clone, 'c.txt', 'c\n', 'With a mail');
    const [sent] = await mail.until('silent@example.com', 1);

    expect(silent.body).toEqual([]);
    expect(sent!.headers.subject).toBe(`[Git][${project.path_with_namespace}][main] With a mail`);
  });

  it('sends no mail of a project that has emails_disabled', async () => {
    const project = await aProject(owner.api, { emails_disabled: true });
    const { clone } = await pushCode({ app, git }, project, owner, { 'a.txt': 'old\n' });
    await setUp(project, 'emails-on-push', { recipients: 'quiet@example.com' });
    await push(clone, 'b.txt', 'b\n', 'Without a mail');
    const silent = await owner.api.get(`projects/${project.id}/integrations/emails-on-push/deliveries`);
    await owner.api.put(`projects/${project.id}`, { emails_disabled: false });
    await push(clone, 'c.txt', 'c\n', 'With a mail');
    const [sent] = await mail.until('quiet@example.com', 1);

    expect(silent.body).toEqual([]);
    expect(sent!.headers.subject).toBe(`[Git][${project.path_with_namespace}][main] With a mail`);
  });
});

describe('a receiver that is gone', () => {
  it('is told of by mail, but not in a project that has emails_disabled', async () => {
    const manager = await aUser(app, { skip_confirmation: true });
    http.answer('/gone', status(410));
    const paused = async (fields: object) => {
      const project = await aProject(manager.api, fields);
      const path = `projects/${project.id}/integrations/chat-webhook-b`;
      const event = { object_kind: 'alert', object_attributes: { title: 'Down' } };
      await manager.api.put(path, { webhook: `${http.url}/gone`, alert_events: true });
      await manager.api.post(`projects/${project.id}/events`, event);
      await until(async () => (await manager.api.get(path)).body.delivery.state === 'paused');
      return project;
    };
    await paused({ emails_disabled: true });
    const told = await paused({});
    const mails = await mail.until(`${manager.username}@example.com`, 1);

    expect(mails).toHaveLength(1);
    expect(mails[0]!.headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-service-project': told.path_with_namespace,
      'x-service-project-id': String(told.id),
    });
  });
});

describe('a test call', () => {
  it('has nothing to send in a project that has emails_disabled', async () => {
    const project = await aProject(owner.api, { emails_disabled: true });
    await setUp(project, 'emails-on-push', { recipients: 'mute@example.com' });
    const path = `projects/${project.id}/integrations/emails-on-push`;
    const refused = { status: 422, body: { message: expect.stringContaining('nothing to send') } };

    expect(await owner.api.post(`${path}/test`)).toMatchObject(refused);
    expect(await owner.api.post(`${path}/test`, { dry_run: true })).toMatchObject(refused);
    expect((await owner.api.get(`${path}/deliveries`)).body).toEqual([]);
  });

  it('of a pipeline names its ref', async () => {
    const project = await aProject(owner.api);
    await setUp(project, 'pipelines-email', { recipients: 'test@example.com' });
    const { body } = await owner.api.post(`projects/${project.id}/integrations/pipelines-email/test`);

    expect(body).toMatchObject({ success: true, delivery: { event: { object_kind: 'pipeline', ref: 'main' } } });
  });
});

describe('a pipeline that fails', () => {
  it('is mailed with the ends of the logs of its own failed jobs', async () => {
    const project = await aProject(owner.api);
    const other = await aProject(owner.api);
    await pushCode({ app, git }, project, owner, { '.ci.yml': 'unit: { script: make }' });
    await pushCode({ app, git }, other, owner, { '.ci.yml': 'unit: { script: make }' });
    const [own, foreign] = [await aFailedJob(project, 'line 1\nline 2\n'), await aFailedJob(other, 'of another\n')];
    await setUp(project, 'pipelines-email', { recipients: 'ci@example.com' });
    const build = { name: 'unit', stage: 'test', status: 'failed' };
    const raised = await owner.api.post(`projects/${project.id}/events`, {
      object_kind: 'pipeline',
      object_attributes: { id: 1, iid: 1, ref: 'main', status: 'failed', sha: 'a'.repeat(40) },
      builds: [
        { id: own, ...build },
        { id: foreign, ...build, name: 'foreign' },
      ],
    });
    const [received] = await mail.until('ci@example.com', 1);

    expect(raised.status).toBe(201);
    expect(received!.headers.subject).toBe(`${project.name} | Failed pipeline for main | aaaaaaaa`);
    expect(received!.text).toContain('Failed job: test / unit\nline 1\nline 2');
    expect(received!.text).toContain('Failed job: test / foreign\n');
    expect(received!.text).not.toContain('of another');
  });
});

/** A job of the pipeline of the last push, which has failed with that log. */
async function aFailedJob({ id }: TestProject, log: string): Promise<number> {
  await until(async () => (await owner.api.get(`projects/${id}/jobs`)).body[0]?.status === 'pending');
  const runner = await TestRunner.register(app, (await owner.api.get(`projects/${id}`)).body.runners_token);
  const job = await runner.take();
  await runner.log(job, log, 0);
  await runner.update(job, 'failed', { failure_reason: 'script_failure' });
  return job.id as number;
}

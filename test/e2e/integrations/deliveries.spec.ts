import { jest } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedeliverJob } from '../../../src/modules/integrations/deliveries/jobs/redeliver.job.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { startRecorder, status } from '../../support/recorder.js';
import type { Recorder } from '../../support/recorder.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
  app = await startApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', DELIVERY_RETRY_SCHEDULE: '1,1' } });
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await recorder.close();
});

const SLUG = 'chat-webhook-b';
const webhook = (path: string) => `${recorder.url}${path}`;
const at = (project: Pick<TestProject, 'id'>, rest = '') => `projects/${project.id}/integrations/${SLUG}${rest}`;
const issue = (fields: object = {}) => ({
  object_kind: 'issue',
  object_attributes: { iid: 1, title: 'Broken', ...fields },
});

async function aTold(path: string, settings: object = {}): Promise<TestProject> {
  const project = await aProject(owner.api);
  const set = await owner.api.put(at(project), { webhook: webhook(path), branches_to_be_notified: 'all', ...settings });
  expect(set.status).toBe(200);
  return project;
}

const raise = async (project: TestProject, event: object = issue({ action: 'open' })) => {
  const { status: code, body } = await owner.api.post(`projects/${project.id}/events`, event);
  expect(code).toBe(201);
  return body;
};

/** The newest delivery once it is of this state. */
async function delivery(project: TestProject, state: string, withinMs = 60_000) {
  for (const end = Date.now() + withinMs; ;) {
    await sleep(20);
    const [newest] = (await owner.api.get(at(project, '/deliveries'))).body;
    if (newest?.state === state) {
      return (await owner.api.get(at(project, `/deliveries/${newest.id}`))).body;
    }
    if (Date.now() > end) {
      throw new Error(`The newest delivery is ${JSON.stringify(newest)}`);
    }
  }
}

/** What went wrong with the first attempt of the newest delivery, once it was made. */
async function firstError(project: TestProject, withinMs: number): Promise<string> {
  const [newest] = (await owner.api.get(at(project, '/deliveries'))).body;
  for (const end = Date.now() + withinMs; ;) {
    await sleep(50);
    const [attempt] = (await owner.api.get(at(project, `/deliveries/${newest.id}`))).body.attempts;
    if (attempt ?? Date.now() > end) {
      return attempt?.steps[0].error_code;
    }
  }
}

describe('an event', () => {
  it('is sent to the receiver with the headers of the contract', async () => {
    const project = await aTold('/first');
    const event = await raise(project);
    const [request] = await recorder.until('/first', 1);
    const sent = await delivery(project, 'succeeded');

    expect(event.deliveries).toEqual([{ id: sent.id, integration: SLUG, state: 'pending' }]);
    expect(request).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Slipway\/\d/),
        'webhook-id': sent.uuid,
        'idempotency-key': sent.uuid,
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'x-service-event-uuid': event.uuid,
        'content-length': String(request!.body.length),
      },
    });
    expect(sent).toMatchObject({ state: 'succeeded', attempts_count: 1, response_status: 200, error_code: null });
  });

  it('of a push is sent in the transaction of the push', async () => {
    const project = await aTold('/pushed');
    await aCommit(owner.api, project, { 'a.txt': 'a' });
    await recorder.until('/pushed', 1);
    const sent = await delivery(project, 'succeeded');

    expect(sent.event).toMatchObject({ object_kind: 'push', ref: 'refs/heads/main' });
    expect(sent.payload).toMatchObject({ total_commits_count: 1, project: { id: project.id } });
  });

  it('is shown in the log without the secrets of the integration', async () => {
    const project = await aTold('/hidden-hook');
    const title = `Posts to ${webhook('/hidden-hook')}, with ?token=abc`;
    await raise(project, { ...issue({ action: 'open', title, url: 'https://ada:pass@example.com/1' }), api_key: 'k' });
    const sent = await delivery(project, 'succeeded');

    expect(sent.payload).toMatchObject({
      api_key: '[FILTERED]',
      user: { id: owner.id },
      object_attributes: {
        title: 'Posts to [FILTERED], with ?token=[FILTERED]',
        url: 'https://[FILTERED]@example.com/1',
      },
    });
    expect(JSON.stringify(sent)).not.toMatch(/hidden-hook|ada:pass|token=abc/);
  });

  it('is signed with each key while both are valid, and with none once the secret is removed', async () => {
    const key = Buffer.alloc(24, 5);
    const project = await aTold('/signed', { signing_secret: `whsec_${key.toString('base64')}` });
    await raise(project);
    const [request] = await recorder.until('/signed', 1);
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      String(request!.headers[name]),
    );
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${request!.body}`).digest('base64');
    const rotated = await owner.api.post(at(project, '/signing_secret'));
    await raise(project);
    const [, second] = await recorder.until('/signed', 2);

    expect(signature).toBe(`v1,${expected}`);
    expect(rotated).toMatchObject({
      status: 201,
      body: { signing_secret: expect.stringMatching(/^whsec_/), previous_valid_until: expect.stringMatching(/Z$/) },
    });
    expect(String(second!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect((await owner.api.get(at(project))).body.delivery.signing).toBe(true);

    await owner.api.put(at(project), { webhook: webhook('/signed'), signing_secret: '' });
    await raise(project);
    const [, , unsigned] = await recorder.until('/signed', 3);

    expect(unsigned!.headers['webhook-signature']).toBeUndefined();
  });
});

describe('statuses of a pipeline', () => {
  const pipelineStatus = (id: number, state: string) => ({
    object_kind: 'pipeline',
    object_attributes: { id, iid: id, ref: 'main', status: state, sha: 'a'.repeat(40) },
  });

  it('are dropped by code-host-status once a newer one was sent', async () => {
    const anHour = { 'retry-after': '3600' }; // it waits longer than the newer one takes
    recorder.answer('/api/v3/repos/order', (request, response) => {
      const isFirst = recorder.to('/api/v3/repos/order').length === 1;
      status(isFirst ? 503 : 201, isFirst ? anHour : {})(request, response);
    });
    const project = await aProject(owner.api);
    const path = `projects/${project.id}/integrations/code-host-status`;
    await owner.api.put(path, { token: 'of-the-host', repository_url: `${recorder.url}/order/repository` });
    await raise(project, pipelineStatus(7, 'running'));
    await recorder.until('/api/v3/repos/order', 1);
    await raise(project, pipelineStatus(7, 'success'));
    await raise(project, pipelineStatus(8, 'running'));
    await recorder.until('/api/v3/repos/order', 3);
    await owner.api.post(`${path}/deliveries/redeliver`, { state: 'retrying' }); // due at once
    const logged = async () => (await owner.api.get(`${path}/deliveries`)).body as { id: number; state: string }[];
    const log = await until(async () => {
      const rows = await logged();
      return rows.every(({ state }) => ['succeeded', 'canceled'].includes(state)) && rows;
    });
    const again = await owner.api.post(`${path}/deliveries/${log.at(-1)!.id}/redeliver`);
    const redelivered = await until(async () => {
      const answer = await owner.api.get(`${path}/deliveries/${again.body.id}`);
      return !['pending', 'running'].includes(answer.body.state as string) && answer;
    });

    expect(recorder.to('/api/v3/repos/order').map(({ body }) => JSON.parse(body).state)).toEqual([
      'pending',
      'success',
      'pending',
    ]);
    expect(log.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'canceled']);
    expect(redelivered.body.state).toBe('canceled');
  });
});

describe('a receiver', () => {
  it('that answers 500 gets the delivery again with the same id, until the attempts are exhausted', async () => {
    recorder.answer('/broken', status(500, {}, 'no'));
    const project = await aTold('/broken');
    await raise(project);
    const requests = await recorder.until('/broken', 3);
    const failed = await delivery(project, 'failed');

    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(failed).toMatchObject({ error_code: 'attempts_exhausted', attempts_count: 3, response_status: 500 });
    expect(
      failed.attempts.map(({ number, outcome }: { number: number; outcome: string }) => [number, outcome]),
    ).toEqual([
      [1, 'retrying'],
      [2, 'retrying'],
      [3, 'failed'],
    ]);
    expect(failed.attempts[0].steps[0]).toMatchObject({
      transport: 'http',
      method: 'POST',
      url: `${recorder.url}/[FILTERED]`,
      response_status: 500,
      response_body: 'no',
      error_code: 'http_status',
      remote_address: '127.0.0.1',
    });
    expect((await owner.api.get(at(project))).body.delivery).toMatchObject({
      state: 'failing',
      consecutive_failures: 3,
    });
  });

  it.each([
    ['redirects', status(302, { location: 'http://169.254.169.254/' }), 'redirect'],
    ['refuses', status(403), 'http_status'],
    ['is gone', status(410), 'gone'],
  ])('that %s gets it once', async (name, answer, code) => {
    const path = `/once-${code}`;
    recorder.answer(path, answer);
    const project = await aTold(path);
    await raise(project);
    const failed = await delivery(project, 'failed');

    expect(failed).toMatchObject({ error_code: code, attempts_count: 1 });
    expect(recorder.to(path)).toHaveLength(1);
    expect((await owner.api.get(at(project))).body.delivery.state).toBe(name === 'is gone' ? 'paused' : 'failing');
  });

  it('that asks to wait is waited for', async () => {
    recorder.answer('/later', (_request, response) => {
      status(recorder.to('/later').length > 1 ? 200 : 429, { 'retry-after': '3' })(_request, response);
    });
    const project = await aTold('/later');
    await raise(project);
    const [first, second] = await recorder.until('/later', 2);

    expect(second!.at - first!.at).toBeGreaterThan(2900);
  });

  it('that hangs, drips, breaks off or sends without end delays no other', async () => {
    recorder.answer('/hang', () => undefined);
    recorder.answer('/drip', (_request, response) => {
      const timer = setInterval(() => response.write('x'), 300);
      response.on('close', () => clearInterval(timer));
    });
    recorder.answer('/reset', (_request, response) => void response.socket?.resetAndDestroy());
    recorder.answer('/flood', (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1 << 20))) {
          // as much as it takes
        }
      };
      response.on('drain', more);
      more();
    });
    const bad = { hang: 'timeout', drip: 'timeout', reset: 'connection_broken' };
    const projects = new Map<string, TestProject>();
    for (const name of [...Object.keys(bad), 'flood']) {
      projects.set(name, await aTold(`/${name}`));
      await raise(projects.get(name)!);
    }
    const good = await aTold('/good');
    const start = Date.now();
    await raise(good);
    await recorder.until('/good', 1, 5000);

    expect(Date.now() - start).toBeLessThan(5000);
    for (const [name, code] of Object.entries(bad)) {
      expect([name, await firstError(projects.get(name)!, 60_000)]).toEqual([name, code]);
    }
    const flooded = await delivery(projects.get('flood')!, 'succeeded');
    expect(flooded.attempts[0].steps[0]).toMatchObject({ response_status: 200, truncated: true });
    expect(flooded.attempts[0].steps[0].response_body.length).toBe(8192);
    for (const project of projects.values()) {
      await owner.api.delete(at(project));
    }
  }, 240_000);

  it('that sends interim answers without end is broken off', async () => {
    let sent = 0;
    recorder.answer('/interim', (_request, { socket }) => {
      const more = (): void => {
        while (socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))) {
          sent += 1;
        }
      };
      socket?.on('drain', more);
      more();
    });
    const project = await aTold('/interim');
    await raise(project);

    expect(await firstError(project, 14_000)).toBe('connection_broken');
    expect(sent).toBeGreaterThan(0);
    await owner.api.delete(at(project));
  });

  it('in a refused network gets no packet', async () => {
    const project = await aTold('/never');
    await app.sql(
      `update integrations set secrets = null, settings = '{"webhook": "http://10.0.0.1/"}' where project_id = $1`,
      [project.id],
    );
    await raise(project);

    expect(await delivery(project, 'failed')).toMatchObject({ error_code: 'blocked_address', attempts_count: 1 });
  });
});

describe('POST /projects/:id/integrations/:slug/deliveries/:delivery_id/redeliver', () => {
  it('sends the same event again as a new delivery', async () => {
    const project = await aTold('/again');
    const event = await raise(project);
    const first = await delivery(project, 'succeeded');
    const again = await owner.api.post(at(project, `/deliveries/${first.id}/redeliver`));
    const [one, two] = await recorder.until('/again', 2);

    expect(again).toMatchObject({
      status: 201,
      body: { trigger: 'redelivery', redelivery_of: first.id, event: { uuid: event.uuid } },
    });
    expect(two!.body).toBe(one!.body);
    expect(two!.headers['webhook-id']).not.toBe(one!.headers['webhook-id']);
    expect(two!.headers['x-service-event-uuid']).toBe(event.uuid);
  });

  it('answers 422 while the integration is off, and 404 for a delivery of another', async () => {
    const [project, other] = [await aTold('/off'), await aTold('/other')];
    await raise(project);
    const sent = await delivery(project, 'succeeded');
    await owner.api.delete(at(project));
    const off = await owner.api.post(at(project, `/deliveries/${sent.id}/redeliver`));
    const foreign = await owner.api.post(at(other, `/deliveries/${sent.id}/redeliver`));

    expect(off.status).toBe(422);
    expect(foreign).toMatchObject({ status: 404, body: { message: '404 Delivery Not Found' } });
  });
});

describe('POST /projects/:id/integrations/:slug/deliveries/redeliver', () => {
  it('previews and sends again what failed, each once', async () => {
    recorder.answer('/bulk', status(400));
    const project = await aTold('/bulk');
    await raise(project);
    await raise(project);
    await recorder.until('/bulk', 2);
    await delivery(project, 'failed');
    recorder.answer('/bulk', status(200));
    const preview = await owner.api.post(at(project, '/deliveries/redeliver'), { dry_run: true });
    const started = await owner.api.post(at(project, '/deliveries/redeliver'));
    await recorder.until('/bulk', 4);
    await app.drainJobs();
    const operation = await owner.api.get(started.headers.get('location')!);

    expect(preview).toMatchObject({ status: 200, body: { count: 2, deliveries: [{ state: 'failed' }, {}] } });
    expect(started.status).toBe(202);
    expect(operation.body).toMatchObject({
      state: 'finished',
      progress: { done: 2, total: 2 },
      result: { redelivered_count: 2 },
    });
    expect(recorder.to('/bulk')).toHaveLength(4);
  });

  it('makes what waits for a retry due at once, with the same id', async () => {
    recorder.answer('/wait', status(503, { 'Retry-After': '3600' }));
    const project = await aTold('/wait');
    await raise(project);
    await recorder.until('/wait', 1);
    await delivery(project, 'retrying');
    recorder.answer('/wait', status(200));
    const started = await owner.api.post(at(project, '/deliveries/redeliver'), { state: 'retrying' });
    const sent = await recorder.until('/wait', 2);
    await app.drainJobs();
    const operation = await owner.api.get(started.headers.get('location')!);

    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(operation.body).toMatchObject({ state: 'finished', result: { redelivered_count: 1 } });
  });

  it('sends nothing when it was canceled and its process died', async () => {
    recorder.answer('/canceled', status(400));
    const project = await aTold('/canceled');
    await raise(project);
    await delivery(project, 'failed');
    const job = app.app.get(RedeliverJob, { strict: false });
    jest.spyOn(job, 'perform').mockImplementationOnce(async (payload, run) => {
      await app.sql(`update operations set state = 'running', started_at = now() where id = $1`, [payload.operationId]);
      await owner.api.post(`operations/${payload.operationId}/cancel`);
      await job.perform(payload, run);
    });
    const started = await owner.api.post(at(project, '/deliveries/redeliver'));
    await app.drainJobs();

    expect((await owner.api.get(started.headers.get('location')!)).body).toMatchObject({
      state: 'canceled',
      result: { redelivered_count: 0 },
    });
    expect(recorder.to('/canceled')).toHaveLength(1);
  });
});

describe('POST /projects/:id/integrations/:slug/test', () => {
  it('sends the chosen event at once, of an inactive integration too', async () => {
    const project = await aTold('/test');
    await aCommit(owner.api, project, { 'a.txt': 'a' });
    await recorder.until('/test', 1);
    await owner.api.delete(at(project));
    const tested = await owner.api.post(at(project, '/test'), { event: 'push' });

    expect(tested).toMatchObject({
      status: 200,
      body: { success: true, result: expect.any(String), delivery: { trigger: 'test', state: 'succeeded' } },
    });
    expect(recorder.to('/test')).toHaveLength(2);
  });

  it('is not repeated when it fails, and refuses events of other kinds', async () => {
    recorder.answer('/test-fails', status(500));
    const project = await aTold('/test-fails');
    const failed = await owner.api.post(at(project, '/test'), { event: 'issue' });
    const refused = await owner.api.post(at(project, '/test'), { event: 'deployment' });
    const dry = await owner.api.post(at(project, '/test'), { event: 'issue', dry_run: true });

    expect(failed.body).toMatchObject({ success: false, delivery: { state: 'failed', error_code: 'http_status' } });
    expect(refused).toMatchObject({ status: 400, body: { message: { event: ['does not have a valid value'] } } });
    expect(dry).toMatchObject({ status: 200, body: { success: true, steps: [{ method: 'POST' }] } });
    expect(recorder.to('/test-fails')).toHaveLength(1);
  });

  it('judges the event before it looks for the integration', async () => {
    const path = `projects/${(await aProject(owner.api)).id}/integrations/ci-server-a/test`;
    const wrong = await owner.api.post(path, { event: 'issue' });
    const dry = await owner.api.post(path, { event: 'issue', dry_run: true });
    const right = await owner.api.post(path, { event: 'push' });

    for (const refused of [wrong, dry]) {
      expect(refused).toMatchObject({ status: 400, body: { message: { event: ['does not have a valid value'] } } });
    }
    expect(right).toMatchObject({ status: 404, body: { message: '404 Integration Not Found' } });
  });

  it('takes a blank event for the first of the kind, as a blank state of a bulk redelivery is failed', async () => {
    const project = await aTold('/blank');

    expect((await owner.api.post(at(project, '/test'), { event: '' })).body).toMatchObject({
      success: true,
      delivery: { event: { object_kind: 'push' } },
    });
    expect(await owner.api.post(at(project, '/deliveries/redeliver'), { state: '', dry_run: true })).toMatchObject({
      status: 200,
      body: { count: 0 },
    });
  });

  it('is sent for a project without commits, too, by kinds that skip pushes without any', async () => {
    const { id } = await aProject(owner.api);
    const path = (slug: string) => `projects/${id}/integrations/${slug}`;
    const login = { username: 'u', password: 'pass-of-ci' };
    await owner.api.put(path('ci-server-a'), { token: 'token-of-ci', drone_url: webhook('/ci-a') });
    await owner.api.put(path('ci-server-b'), { teamcity_url: webhook('/ci-b'), build_type: 't', ...login });
    const tested = await Promise.all(
      ['ci-server-a', 'ci-server-b'].map((slug) => owner.api.post(`${path(slug)}/test`)),
    );

    expect(tested.map(({ body }) => body.success)).toEqual([true, true]);
    expect(recorder.to('/ci-a/hook')).toHaveLength(1);
    expect(recorder.to('/ci-b/httpAuth/app/rest/buildQueue')).toHaveLength(1);
  });

  it('reads where events would leave marks, and refuses kinds that cannot be tested', async () => {
    const project = await aProject(owner.api);
    const path = (slug: string) => `projects/${project.id}/integrations/${slug}`;
    const links = { new_issue_url: recorder.url, issues_url: recorder.url, project_url: webhook('/tracker') };
    await owner.api.put(path('custom-issue-tracker'), links);
    await owner.api.put(path('slash-commands-a'), { token: 'token-of-commands' });
    recorder.answer('/tracker', status(404));
    const tracker = await owner.api.post(`${path('custom-issue-tracker')}/test`);
    const commands = await owner.api.post(`${path('slash-commands-a')}/test`);

    expect(tracker.body).toMatchObject({ success: true });
    expect(recorder.to('/tracker')).toMatchObject([{ method: 'HEAD' }]);
    expect(commands).toMatchObject({
      status: 422,
      body: { message: '422 Unprocessable Entity - this integration cannot be tested' },
    });
  });
});

describe('health', () => {
  const rest = async (project: TestProject) => (await owner.api.get(at(project))).body.delivery;

  it('pauses after ten failures over an hour, holds new deliveries, and resumes with a probe that succeeds', async () => {
    recorder.answer('/worn', status(400));
    const project = await aTold('/worn');
    await raise(project);
    await delivery(project, 'failed');
    await app.sql(
      `update integrations set consecutive_failures = 9, failing_since = now() - interval '2 hours' where project_id = $1`,
      [project.id],
    );
    await raise(project);
    await recorder.until('/worn', 2);
    await delivery(project, 'failed');
    const paused = await rest(project);
    await raise(project);
    await raise(project);
    await sleep(700);
    const held = recorder.to('/worn').length;
    recorder.answer('/worn', status(200));
    await app.sql(`update integrations set paused_until = now() where project_id = $1`, [project.id]);
    await recorder.until('/worn', 4);
    await delivery(project, 'succeeded');

    expect(paused).toMatchObject({
      state: 'paused',
      consecutive_failures: 10,
      paused_until: expect.stringMatching(/Z$/),
      paused_reason: expect.any(String),
    });
    expect(held).toBe(2);
    expect(await rest(project)).toMatchObject({ state: 'healthy', consecutive_failures: 0, paused_reason: null });
  });

  it('sends what waits for a retry once a probe succeeds, but not before the time that the receiver asked for', async () => {
    recorder.answer('/back', status(503, { 'Retry-After': '7200' }));
    const project = await aTold('/back');
    const asked = await raise(project);
    await delivery(project, 'retrying');
    recorder.answer('/back', status(503));
    const failed = await raise(project);
    await delivery(project, 'retrying');
    await app.sql(`update integrations set paused_reason = 'Deliveries failed.' where project_id = $1`, [project.id]);
    const before = recorder.to('/back').length;
    await app.sql(
      `update deliveries set next_attempt_at = now() + interval '3 hours' where project_id = $1 and state = 'retrying'`,
      [project.id],
    );
    recorder.answer('/back', status(200));
    const held = await raise(project);
    await app.sql(`update integrations set paused_until = now() where project_id = $1`, [project.id]);
    const sent = (await recorder.until('/back', before + 2)).slice(before);
    const { body: waiting } = await owner.api.get(at(project, `/deliveries/${asked.deliveries[0].id}`));

    expect(sent.map(({ headers }) => headers['x-service-event-uuid'])).toEqual([held.uuid, failed.uuid]);
    expect(waiting).toMatchObject({ state: 'retrying', attempts_count: 1 });
    expect(Date.parse(waiting.next_attempt_at) - Date.parse(waiting.created_at)).toBeLessThan(3 * 3_600_000);
    expect(await rest(project)).toMatchObject({ state: 'healthy' });
  });

  it('of a receiver that is gone stays paused until the settings change', async () => {
    recorder.answer('/left', status(410));
    const project = await aTold('/left');
    await raise(project);
    await delivery(project, 'failed');
    await raise(project);
    await sleep(700);
    const held = recorder.to('/left').length;
    await owner.api.put(at(project), { webhook: webhook('/moved') });
    await recorder.until('/moved', 1);

    expect(held).toBe(1);
  });

  it('of a receiver that is gone is paused by any step that says so', async () => {
    recorder.answer('/partly', ({ body }, response) => {
      response.writeHead(JSON.parse(body).channel === 'gone' ? 410 : 404).end();
    });
    const project = await aProject(owner.api);
    const path = `projects/${project.id}/integrations/chat-notifications-a`;
    await owner.api.put(path, { webhook: webhook('/partly'), channel: 'unknown, gone' });
    await raise(project);
    await recorder.until('/partly', 2);
    await until(async () => (await owner.api.get(path)).body.delivery.consecutive_failures === 1);

    expect((await owner.api.get(path)).body.delivery).toMatchObject({ state: 'paused', paused_until: null });
  });
});

describe('DELETE /projects/:id/integrations/:slug', () => {
  it('cancels what waits', async () => {
    recorder.answer('/cancel', status(503, { 'retry-after': '3600' }));
    const project = await aTold('/cancel');
    await raise(project);
    await delivery(project, 'retrying');
    await owner.api.delete(at(project));

    expect(await delivery(project, 'canceled')).toMatchObject({
      error_code: 'integration_disabled',
      next_attempt_at: null,
    });
  });
});

describe('GET /projects/:id/integrations/:slug/deliveries', () => {
  it('filters, pages by keyset, and refuses filters that are wrong', async () => {
    const project = await aTold('/list');
    await raise(project);
    await raise(project, { object_kind: 'merge_request', object_attributes: { iid: 1, title: 'T', source_branch: 's', target_branch: 'main', action: 'open' } }); // prettier-ignore
    await recorder.until('/list', 2);
    await delivery(project, 'succeeded');
    const list = async (query: string) => (await owner.api.get(at(project, `/deliveries?${query}`))).body;

    expect(await list('event=issue')).toMatchObject([{ event: { object_kind: 'issue' } }]);
    expect(await list('state=failed')).toEqual([]);
    expect(await list('pagination=keyset&per_page=1&order_by=id&sort=desc')).toMatchObject([
      { event: { object_kind: 'merge_request' } },
    ]);
    expect((await owner.api.get(at(project, '/deliveries?state=lost'))).status).toBe(400);
    expect((await owner.api.get(at(project, '/deliveries?event_uuid=1'))).status).toBe(400);
  });
});

import { ExpireDeliveriesJob } from '../../../src/modules/integrations/deliveries/jobs/expire-deliveries.job.js';
import { PruneDeliveriesJob } from '../../../src/modules/integrations/deliveries/jobs/prune-deliveries.job.js';
import { DeliveryQueueRepository } from '../../../src/modules/integrations/records/delivery-queue.repository.js';
import { DeliveryResultsRepository } from '../../../src/modules/integrations/records/delivery-results.repository.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const CHATS = [
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `chat-webhook-${letter}`),
  'chat-notifications-a',
  'chat-notifications-b',
];

let app: TestApp;
let owner: TestUser;
let queue: DeliveryQueueRepository;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  queue = app.app.get(DeliveryQueueRepository, { strict: false });
});
beforeEach(() => app.sql('delete from deliveries'));
afterAll(() => app.close());

const webhook = 'https://chat.example.com/hook/of-secret-words';

async function aTold(slugs: readonly string[] = ['chat-webhook-b']): Promise<TestProject> {
  const project = await aProject(owner.api);
  for (const slug of slugs) {
    expect((await owner.api.put(`projects/${project.id}/integrations/${slug}`, { webhook })).status).toBe(200);
  }
  return project;
}

async function raise({ id }: TestProject, iid = 1): Promise<number> {
  const event = { object_kind: 'issue', object_attributes: { iid, title: 'Broken', action: 'open' } };
  return (await owner.api.post(`projects/${id}/events`, event)).body.id as number;
}

const push = async ({ id }: TestProject, round: number): Promise<void> => {
  const [before, after] = ['a', String(round)].map((digit) => digit.repeat(40));
  const event = { object_kind: 'push', ref: 'main', before, after, commits: [{ id: after, message: 'Fix' }] };
  expect((await owner.api.post(`projects/${id}/events`, event)).status).toBe(201);
};

/** How many are under way at once, and for one integration and one project at most. */
interface InFlight {
  readonly of_integration: number;
  readonly of_project: number;
}

describe('two processes that claim deliveries', () => {
  it('take each once, one at a time of an integration and eight of a project, in the order of the events', async () => {
    const projects = [await aTold(CHATS), await aTold(CHATS)];
    const more = {
      'chat-flow-a': { token: 'of_the_flow' },
      'story-tracker-comments': { token: 'of_the_tracker' },
      'ci-server-c': { jenkins_url: 'https://ci.example.com', project_name: 'x' },
      'push-notifications': { api_key: 'of_key', user_key: 'of_user', priority: '0' },
    };
    for (const [slug, settings] of Object.entries(more)) {
      await owner.api.put(`projects/${projects[0]!.id}/integrations/${slug}`, settings);
    }
    for (let round = 1; round <= 4; round++) {
      for (const project of projects) {
        await push(project, round);
      }
    }
    const [{ n: wanted } = { n: 0 }] = await app.sql<{ n: number }>('select count(*)::int as n from deliveries');
    const results = app.app.get(DeliveryResultsRepository, { strict: false });
    const claimed: { id: number; integrationId: number; eventId: number }[] = [];
    const most = { integration: 0, project: 0 };
    const work = async (process: string): Promise<void> => {
      for (let idle = 0; idle < 20;) {
        const taken = await queue.claim(process, 20);
        const [inFlight] = await app.sql<InFlight>(`
          select max(of_integration)::int as of_integration, max(of_project)::int as of_project from (
            select count(*) over (partition by integration_id) as of_integration,
              count(*) over (partition by project_id) as of_project
            from deliveries where state = 'running') counted`);
        most.integration = Math.max(most.integration, inFlight?.of_integration ?? 0);
        most.project = Math.max(most.project, inFlight?.of_project ?? 0);
        claimed.push(...taken);
        idle = taken.length === 0 ? idle + 1 : 0;
        for (const { id, attemptsCount } of taken) {
          await results.finish(
            {
              deliveryId: id,
              number: attemptsCount,
              startedAt: new Date(),
              durationMs: 1,
              state: 'succeeded',
              steps: [],
              responseStatus: 200,
              errorCode: null,
              error: null,
              retryAfter: null,
              waitSeconds: 0,
            },
            process,
          );
        }
      }
    };
    await Promise.all([work('one'), work('two'), work('three')]);
    const ordersOf = [...new Set(claimed.map(({ integrationId }) => integrationId))].map((id) =>
      claimed.filter(({ integrationId }) => integrationId === id).map(({ eventId }) => eventId),
    );

    expect(wanted).toBe((8 + 12) * 4);
    expect(claimed).toHaveLength(wanted);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(wanted);
    expect(most.integration).toBe(1);
    expect(most.project).toBe(8);
    for (const order of ordersOf) {
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }
  });

  it('leave turns to receivers that answer soon beside many that do not, and to new ones before those that failed', async () => {
    const projects: { last: string; event: number }[] = [];
    for (const last of ['failed', 'failed', 'none', 'slow', 'fine', 'fine']) {
      const project = await aTold();
      projects.push({ last, event: await raise(project) });
      await app.sql(
        `update integrations set last_success_at = case when $2 = 'none' then null else now() end,
           consecutive_failures = case when $2 = 'failed' then 1 else 0 end where project_id = $1`,
        [project.id, last],
      );
    }
    const [{ id: slow } = { id: 0 }] = await app.sql<{ id: number }>(
      'select integration_id::int as id from deliveries where event_id = $1',
      [projects[3]!.event],
    );
    await new Promise((resolve) => setTimeout(resolve, 5)); // due times are whole milliseconds

    const claimed = await queue.claim('one', 4, { unproven: 2, slow: [slow] });
    const rest = await queue.claim('one', 10, { unproven: 0, slow: [slow] });
    const others = await queue.claim('one', 10);

    const lastOf = (taken: typeof claimed) =>
      taken.map(({ eventId }) => projects.find(({ event }) => event === eventId)!.last).toSorted();
    expect(lastOf(claimed)).toEqual(['fine', 'fine', 'none', 'slow']);
    expect(rest).toEqual([]);
    expect(lastOf(others)).toEqual(['failed', 'failed']);
  });

  it('lose what they do not renew within a minute', async () => {
    const project = await aTold();
    await raise(project);
    const [first] = await queue.claim('dead', 1);
    await queue.renew('other', []);
    const tooEarly = await queue.claim('other', 1);
    await app.sql(`update deliveries set lease_until = lease_until - interval '61 seconds'`);
    await queue.renew('other', []);
    const [second] = await until(async () => {
      const claimed = await queue.claim('other', 1);
      return claimed.length > 0 && claimed;
    }); // due times are whole milliseconds

    expect(tooEarly).toEqual([]);
    expect(second!.id).toBe(first!.id);
    expect(await queue.isHeld(first!.id, 'dead')).toBe(false);
    expect(await queue.isHeld(first!.id, 'other')).toBe(true);
  });
});

describe('deliveries whose process lives', () => {
  it('are due again after a minute where it has them under way no more, since an answer of the database was lost', async () => {
    await raise(await aTold());
    await raise(await aTold());
    const [known, lost] = await queue.claim('one', 2);
    await app.sql(`update deliveries set lease_until = lease_until - interval '61 seconds' where state = 'running'`);

    await queue.renew('one', [known!.id]);

    expect(await queue.isHeld(known!.id, 'one')).toBe(true);
    expect(await queue.isHeld(lost!.id, 'one')).toBe(false);
  });
});

describe('integrations.expire-deliveries', () => {
  it('fails what waited for three days behind a pause, and nothing else', async () => {
    const [paused, healthy] = [await aTold(), await aTold()];
    await raise(paused, 1);
    await raise(healthy, 1);
    await app.sql(`update deliveries set created_at = created_at - interval '3 days 1 minute'`);
    await raise(paused, 2);
    await app.sql(
      `update integrations set paused_reason = 'x', paused_until = now() + interval '1 hour' where project_id = $1`,
      [paused.id],
    );
    await app.app.get(ExpireDeliveriesJob, { strict: false }).perform();
    const path = ({ id }: TestProject) => `projects/${id}/integrations/chat-webhook-b/deliveries`;
    const [young, old] = (await owner.api.get(path(paused))).body;

    expect(old).toMatchObject({ state: 'failed', error_code: 'expired', finished_at: expect.any(String) });
    expect(young).toMatchObject({ state: 'pending', error_code: null });
    expect((await owner.api.get(path(healthy))).body).toMatchObject([{ state: 'pending' }]);
  });
});

describe('integrations.prune-deliveries', () => {
  it('deletes events, deliveries and attempts older than 30 days; unfinished ones stay', async () => {
    const project = await aTold();
    const [old, unfinished, young] = [await raise(project, 1), await raise(project, 2), await raise(project, 3)];
    await app.sql(`update deliveries set state = 'succeeded', next_attempt_at = null where event_id = any($1)`, [
      [old, young],
    ]);
    await app.sql(`insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, steps)
      select id, 1, now(), 1, 'succeeded', '[]' from deliveries where event_id = ${old}`);
    const age = `created_at - interval '30 days 1 minute'`;
    await app.sql(`update deliveries set created_at = ${age} where event_id = any($1)`, [[old, unfinished]]);
    await app.sql(`update integration_events set created_at = ${age} where id = any($1)`, [[old, unfinished]]);
    const run = { id: 1, attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
    await app.app.get(PruneDeliveriesJob, { strict: false }).perform({}, run);
    const kept = async (table: string, column: string) =>
      (
        await app.sql<{ id: number }>(`select ${column}::int as id from ${table} where project_id = $1 order by 1`, [
          project.id,
        ])
      ).map(({ id }) => id);

    expect(await kept('deliveries', 'event_id')).toEqual([unfinished, young]);
    expect(await kept('integration_events', 'id')).toEqual([unfinished, young]);
    expect(await app.sql('select 1 from delivery_attempts')).toEqual([]);
  });
});

describe('DELETE /projects/:id/integrations/:slug', () => {
  it('cancels all that waits, and nothing of others', async () => {
    const project = await aTold(['chat-webhook-b', 'chat-webhook-c']);
    for (let iid = 1; iid <= 30; iid++) {
      await raise(project, iid);
    }
    await owner.api.delete(`projects/${project.id}/integrations/chat-webhook-b`);
    const states = await app.sql<{ slug: string; state: string; code: string | null; n: number }>(`
      select i.slug, d.state, d.error_code as code, count(*)::int as n
      from deliveries d join integrations i on i.id = d.integration_id group by 1, 2, 3 order by 1`);

    expect(states).toEqual([
      { slug: 'chat-webhook-b', state: 'canceled', code: 'integration_disabled', n: 30 },
      { slug: 'chat-webhook-c', state: 'pending', code: null, n: 30 },
    ]);
    expect(await queue.claim('any', 5)).toHaveLength(1);
  });
});

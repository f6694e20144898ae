// Deliveries per second to a receiver on loopback, each durable before it is sent, what ten active integrations cost who
// pushes, and the same deliveries once the log holds a million more.
// Run: npm run bench -- integrations
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDatabase } from './growth/instance.mjs';
import { cpuMillis } from './support/cpu.mjs';
import { median } from './support/median.mjs';

const ROUNDS = 3;
const PROJECTS = 10;
const EVENTS = 40;
const PUSHES = 40;
const LOGGED = 1_000_000;
const CHATS = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `chat-webhook-${letter}`);
const HOOKS = [...CHATS, 'chat-notifications-a', 'chat-notifications-b'];
const TOKEN = 'bench-token-0123456789abcdef';
const port = Number(process.env.BENCH_PORT ?? 3983);
const api = `http://127.0.0.1:${port}/api/v4`;

let received = 0;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    received += 1;
    response.end();
  });
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const target = `http://127.0.0.1:${receiver.address().port}`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_TOKEN: TOKEN,
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: '127.0.0.1',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});

try {
  await untilUp();
  const projects = await inOrder(PROJECTS, (at) => call('POST', 'projects', { path: `bench-${at}` }));
  for (const { id } of projects) {
    for (const slug of HOOKS) {
      await setUp(id, slug, { webhook: `${target}/${slug}` });
    }
  }
  for (let round = 1; round <= ROUNDS; round++) {
    await measureDeliveries(round, projects);
  }
  await measurePushes();
  await fillLog(projects[0].id);
  for (let round = 1; round <= ROUNDS; round++) {
    await measureDeliveries(round, projects);
  }
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  receiver.closeAllConnections();
  receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Deliveries of the last weeks, each with its event and its attempt. */
async function fillLog(projectId) {
  const start = performance.now();
  await withDatabase({ dataDir }, async (client) => {
    await client.query(
      `with events as (
         insert into integration_events (project_id, object_kind, event_type, payload, created_at)
         select $1, 'push', 'push', '{"ref": "refs/heads/main"}', now() - i * interval '2 seconds'
         from generate_series(1, $2::int) i returning id, created_at),
       sent as (
         insert into deliveries (project_id, integration_id, event_id, object_kind, trigger, state, attempts_count,
           next_attempt_at, response_status, duration_ms, created_at, started_at, finished_at)
         select $1, (select min(id) from integrations where project_id = $1), id, 'push', 'event', 'succeeded', 1, null,
           200, 10, created_at, created_at, created_at from events returning id, created_at)
       insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, steps)
       select id, 1, created_at, 10, 'succeeded', '[]' from sent`,
      [projectId, LOGGED],
    );
    await client.query('vacuum analyze integration_events, deliveries, delivery_attempts');
  });
  const seconds = (performance.now() - start) / 1000;
  console.log(`with ${LOGGED} deliveries more in the log (filled in ${seconds.toFixed(0)} s):`);
}

/** From the first event to the last delivery, and from the last event on. */
async function measureDeliveries(round, projects) {
  const wanted = PROJECTS * EVENTS * HOOKS.length;
  received = 0;
  const before = cpuMillis(service.pid);
  const start = performance.now();
  await Promise.all(
    projects.map(({ id }) =>
      inOrder(EVENTS, (at) =>
        call('POST', `projects/${id}/events`, {
          object_kind: 'issue',
          object_attributes: { iid: at + 1, title: 'Broken', action: 'open' },
        }),
      ),
    ),
  );
  const raised = performance.now();
  const during = received;
  while (received < wanted && performance.now() - raised < 120_000) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const end = performance.now();
  const perSecond = (count, millis) => (count / (millis / 1000)).toFixed(0);
  const cpu = (cpuMillis(service.pid) - before) / wanted;
  console.log(
    `round ${round}: ${perSecond(PROJECTS * EVENTS, raised - start)} events/s in, ` +
      `${perSecond(received, end - start)} deliveries/s out over all, ` +
      `${perSecond(received - during, end - raised)} deliveries/s once the events were in ` +
      `(${received} of ${wanted}; CPU of the service ${cpu.toFixed(2)} ms each)`,
  );
}

/** Pushes by git to two projects in turn: one without integrations, one with ten. */
async function measurePushes() {
  const [without, withTen] = [await pushed('without'), await pushed('with-ten')];
  for (const slug of HOOKS) {
    await setUp(withTen.id, slug, { webhook: `${target}/${slug}`, branches_to_be_notified: 'all' });
  }
  await setUp(withTen.id, 'ci-server-c', { jenkins_url: target, project_name: 'bench' });
  await setUp(withTen.id, 'monitoring-a', { api_key: 'bench', api_url: target });
  const times = { without: [], withTen: [] };
  for (let at = 0; at < PUSHES; at++) {
    times.without.push(push(without.clone));
    times.withTen.push(push(withTen.clone));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [plain, told] = [median(times.without), median(times.withTen)];
  console.log(
    `a push by git: ${plain.toFixed(1)} ms without integrations, ${told.toFixed(1)} ms with ten ` +
      `(medians of ${PUSHES}; ${(told - plain).toFixed(1)} ms more)`,
  );
}

async function pushed(name) {
  const { id, path_with_namespace: full } = await call('POST', 'projects', { path: name });
  const clone = path.join(dataDir, `clone-${name}`);
  git(['init', '-q', '-b', 'main', clone]);
  git(['-C', clone, 'remote', 'add', 'origin', `http://bench:${TOKEN}@127.0.0.1:${port}/${full}.git`]);
  push(clone);
  return { id, clone };
}

/** Answers how long the push itself took. */
function push(clone) {
  git(['-C', clone, 'commit', '-q', '--allow-empty', '-m', 'Change']);
  const start = performance.now();
  git(['-C', clone, 'push', '-q', 'origin', 'main']);
  return performance.now() - start;
}

function git(args) {
  const who = { GIT_AUTHOR_NAME: 'B', GIT_AUTHOR_EMAIL: 'b@b', GIT_COMMITTER_NAME: 'B', GIT_COMMITTER_EMAIL: 'b@b' };
  execFileSync('git', args, { env: { PATH: process.env.PATH, HOME: dataDir, GIT_TERMINAL_PROMPT: '0', ...who } });
}

async function setUp(id, slug, settings) {
  await call('PUT', `projects/${id}/integrations/${slug}`, settings);
}

async function inOrder(count, work) {
  const done = [];
  for (let at = 0; at < count; at++) {
    done.push(await work(at));
  }
  return done;
}

async function call(method, at, body) {
  const headers = { 'Content-Type': 'application/json', 'PRIVATE-TOKEN': TOKEN };
  const response = await fetch(`${api}/${at}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${at}: ${response.status} ${text}`);
  }
  return JSON.parse(text);
}

async function untilUp() {
  const deadline = performance.now() + 60_000;
  while ((await fetch(`${api}/projects`).catch(() => null))?.status !== 200) {
    if (performance.now() > deadline) {
      throw new Error('The service did not come up.');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

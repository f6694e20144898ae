import { setTimeout as sleep } from 'node:timers/promises';
import { aProject } from '../../builders/records.js';
import type { TestProject } from '../../builders/records.js';
import { startRecorder } from '../../support/recorder.js';
import type { Recorder } from '../../support/recorder.js';
import { RedisServer } from '../../support/redis.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

const PROJECTS = 10;
const EVENTS = 100;
const MOST_IN_FLIGHT = 32;
const LAST = 20;

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let recorder: Recorder;
let redis: RedisServer;
let service: Service;
beforeAll(async () => {
  redis = await RedisServer.start();
});
beforeEach(async () => {
  dataDir = await aDataDir();
  recorder = await startRecorder();
});
afterEach(async () => {
  await service.end('SIGTERM');
  await recorder.close();
  await dataDir.remove();
});
afterAll(() => redis.stop());

const uuidsAt = () => new Set(recorder.requests.map(({ headers }) => String(headers['x-service-event-uuid'])));

describe('npm start, killed with 1,000 deliveries pending', () => {
  it.each([
    ['on the embedded default', false],
    ['with a Redis that forgets everything meanwhile', true],
  ])('delivers each of them after the restart, and few of them twice, %s', async (_how, hasRedis) => {
    const env = {
      DATA_DIR: dataDir.path,
      OUTBOUND_ALLOW: '127.0.0.1',
      ...(hasRedis ? { REDIS_URL: redis.url } : {}),
    };
    service = await startService(env);
    let isSilent = false;
    recorder.answer('/', (_request, response) => void setTimeout(() => isSilent || response.end(), 30));
    const projects: TestProject[] = [];
    for (let index = 0; index < PROJECTS; index += 1) {
      const project = await aProject(service.admin);
      await service.admin.put(`projects/${project.id}/integrations/chat-webhook-b`, { webhook: `${recorder.url}/x` });
      projects.push(project);
    }
    const raised: string[] = [];
    const raise = async (project: TestProject): Promise<void> => {
      for (let iid = 1; iid <= EVENTS; iid += 1) {
        isSilent ||= iid > EVENTS - LAST; // whatever the machine, some are pending at the kill
        const event = { object_kind: 'issue', object_attributes: { iid, title: 'Broken', action: 'open' } };
        const { body } = await service.admin.post(`projects/${project.id}/events`, event);
        raised.push(body.uuid);
      }
    };
    await Promise.all(projects.map(raise));
    const before = uuidsAt().size;
    await service.end('SIGKILL');
    isSilent = false;
    const sentBefore = recorder.requests.length;
    await (hasRedis ? redis.flush() : undefined);
    service = await startService({ ...env, PORT: new URL(service.url).port });
    for (const end = Date.now() + 90_000; uuidsAt().size < raised.length && Date.now() < end;) {
      await sleep(100);
    }
    await sleep(1000);

    expect(raised).toHaveLength(PROJECTS * EVENTS);
    expect(before).toBeLessThan(raised.length);
    expect(raised.filter((uuid) => !uuidsAt().has(uuid))).toEqual([]);
    expect(recorder.requests.length - raised.length).toBeLessThanOrEqual(MOST_IN_FLIGHT);
    expect(sentBefore).toBeGreaterThan(0);
  });
});

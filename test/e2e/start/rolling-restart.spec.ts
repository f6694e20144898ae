import { createServer, request as httpRequest, Agent } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { RedisServer } from '../../support/redis.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import type { EmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';

jest.setTimeout(180_000);

const CALLERS = 6;
const CHECK_MS = 200;

let databaseDir: Awaited<ReturnType<typeof aDataDir>>;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let database: EmbeddedPostgres;
let redis: RedisServer;
beforeAll(async () => {
  [databaseDir, dataDir] = [await aDataDir(), await aDataDir()];
  database = await startEmbeddedPostgres({ dataDir: databaseDir.path, settings: { fsync: 'off' } });
  redis = await RedisServer.start();
});
afterAll(async () => {
  await database.stop();
  await redis.stop();
  await databaseDir.remove();
  await dataDir.remove();
});

const start = (role: 'serve' | 'worker' = 'serve'): Promise<Service> => {
  const { socketDirectory, user, database: name } = database;
  return startService(
    {
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(socketDirectory)}`,
      REDIS_URL: redis.url,
      DATA_DIR: dataDir.path,
      SHUTDOWN_DELAY: '2s',
    },
    role,
  );
};

/** A proxy as operators have them: it keeps connections, asks for readiness, and never sends a request a second time. */
class Proxy {
  private readonly agent = new Agent({ keepAlive: true });
  private turn = 0;
  private ready: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;
  backends: readonly string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Proxy> {
    const server = createServer((request, response) => {
      proxy.forward(request, response);
    });
    const proxy = new Proxy(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async use(backends: readonly string[]): Promise<void> {
    this.backends = backends;
    clearInterval(this.timer);
    this.timer = setInterval(() => void this.look(), CHECK_MS);
    await this.look();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.agent.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async look(): Promise<void> {
    const checked = await Promise.all(
      this.backends.map(async (url) => {
        const answer = await fetch(`${url}/-/readiness`, { headers: { connection: 'close' } }).catch(() => null);
        return answer?.status === 200 ? [url] : [];
      }),
    );
    this.ready = checked.flat();
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const backend = this.ready[this.turn++ % Math.max(1, this.ready.length)];
    if (backend === undefined) {
      response.writeHead(599).end();
      return;
    }
    const { hostname, port } = new URL(backend);
    const sent = httpRequest(
      { hostname, port, path: request.url, method: request.method, headers: request.headers, agent: this.agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 599, answer.headers);
        answer.pipe(response);
      },
    );
    sent.on('error', () => response.headersSent || response.writeHead(598).end());
    request.pipe(sent);
  }
}

/** Callers that read and write through `url` until they are stopped; every status that they saw, and what they made. */
function callers(url: string, token: string) {
  let isOver = false;
  const statuses: Record<number, number> = {};
  const made: string[] = [];
  const call = async (method: string, path: string, body?: object): Promise<number> => {
    const answer = await fetch(`${url}/api/v4/${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': token, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.text();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return answer.status;
  };
  const loop = async (caller: number): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      const name = `c${caller}-${round}-${url.length}${Math.random().toString(36).slice(2)}`;
      if ((await call('POST', 'groups', { name, path: name })) === 201) {
        made.push(name);
      }
      await call('GET', 'projects');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const running = Promise.all(Array.from({ length: CALLERS }, (_, caller) => loop(caller)));
  return {
    statuses,
    made,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

async function groupsOf(service: Service): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await service.admin.get(`groups?per_page=100&page=${page}`);
    const found = (body as { path: string }[]).map(({ path }) => path);
    names.push(...found);
    if (found.length < 100) {
      return names;
    }
  }
}

describe('two services and a worker', () => {
  it('are restarted one after the other behind a proxy without the loss of a request', async () => {
    let [first, second] = [await start(), await start()];
    const proxy = await Proxy.start();
    await proxy.use([first.url, second.url]);
    const calls = callers(proxy.url, 'test-admin-token-0123456789');

    for (let round = 0; round < 2; round += 1) {
      expect(await first.end('SIGTERM')).toBe(0);
      const next = await start();
      await proxy.use([second.url, next.url]);
      [first, second] = [second, next];
    }
    await calls.stop();

    expect(Object.keys(calls.statuses).sort()).toEqual(['200', '201']);
    expect(calls.made.length).toBeGreaterThan(20);
    await proxy.close();
    await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
  });

  it('lose and double nothing and answer no 500 while database and Redis go away and come back', async () => {
    const [first, second, worker] = [await start(), await start(), await start('worker')];
    const calls = [first, second].map(({ url }) => callers(url, 'test-admin-token-0123456789'));

    await pause(1500);
    await database.stop();
    await pause(2500);
    database = await startEmbeddedPostgres({ dataDir: databaseDir.path, settings: { fsync: 'off' } });
    await pause(2500);
    await redis.restart();
    await pause(2500);
    await Promise.all(calls.map((each) => each.stop()));

    const statuses = new Set(calls.flatMap((each) => Object.keys(each.statuses)));
    const kept = await groupsOf(first);
    expect([...statuses].filter((status) => !['200', '201', '503'].includes(status))).toEqual([]);
    expect(statuses).toContain('503');
    expect(calls.flatMap(({ made }) => made).filter((name) => !kept.includes(name))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect((await first.admin.get('projects')).status).toBe(200);
    await Promise.all([first, second, worker].map((each) => each.end('SIGTERM')));
  });
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

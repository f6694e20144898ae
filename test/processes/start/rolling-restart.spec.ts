import { createServer, request as httpRequest, Agent } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobsAtRest, lapseLeases } from '../../support/job-rest.js';
import { MixedWriters } from '../../support/mixed-writers.js';
import { RedisServer } from '../../support/redis.js';
import { S3Server } from '../../support/s3-server.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import type { EmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import { until } from '../../support/until.js';

const CHECK_MS = 200;
const EVERY_SUCCESS = [
  'commits 201',
  'deletions 201',
  'deletions 202',
  'images 201',
  'pushes 201',
  'records 201',
  'triggers 201',
];

let databaseDir: Awaited<ReturnType<typeof aDataDir>>;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let database: EmbeddedPostgres;
let redis: RedisServer;
let bucket: S3Server;
beforeAll(async () => {
  [databaseDir, dataDir] = [await aDataDir(), await aDataDir()];
  database = await startEmbeddedPostgres({ dataDir: databaseDir.path, settings: { fsync: 'off' } });
  redis = await RedisServer.start();
  bucket = await S3Server.start();
});
afterAll(async () => {
  await database.stop();
  await redis.stop();
  await bucket.stop();
  await databaseDir.remove();
  await dataDir.remove();
});

const start = (role: 'serve' | 'worker' = 'serve', more: Readonly<Record<string, string>> = {}): Promise<Service> => {
  const { socketDirectory, user, database: name } = database;
  const { url, accessKeyId, secretAccessKey } = bucket.settings('blobs');
  return startService(
    {
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(socketDirectory)}`,
      REDIS_URL: redis.url,
      BLOB_STORE: url,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      DATA_DIR: dataDir.path,
      SHUTDOWN_DELAY: '2s',
      ...more,
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
    const backends = this.backends;
    const checked = await Promise.all(
      backends.map(async (url) => {
        const answer = await fetch(`${url}/-/readiness`, { headers: { connection: 'close' } }).catch(() => null);
        return answer?.status === 200 ? [url] : [];
      }),
    );
    if (backends === this.backends) {
      this.ready = checked.flat();
    }
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

describe('a rolling restart of two services and a worker', () => {
  it('loses no request behind a proxy', async () => {
    const proxy = await Proxy.start();
    const behindProxy = () => start('serve', { BASE_URL: proxy.url });
    let [first, second] = [await behindProxy(), await behindProxy()];
    await proxy.use([first.url, second.url]);
    const writers = await MixedWriters.prepare(() => [proxy.url]);
    writers.start();

    for (let round = 0; round < 2; round += 1) {
      expect(await first.end('SIGTERM')).toBe(0);
      const next = await behindProxy();
      await proxy.use([second.url, next.url]);
      [first, second] = [second, next];
    }
    await writers.stop();
    await jobsAtRest(database.connection);

    expect(Object.keys(writers.statuses).sort()).toEqual(EVERY_SUCCESS);
    expect(await writers.findings()).toEqual([]);
    await proxy.close();
    await Promise.all([writers.close(), first.end('SIGTERM'), second.end('SIGTERM')]);
  });

  it('loses and doubles nothing and answers no 500 while database, Redis and S3 go away and come back', async () => {
    const [first, second, worker] = [await start(), await start(), await start('worker')];
    const writers = await MixedWriters.prepare(() => [first.url, second.url]);
    writers.start();

    const have = (...statuses: string[]) => until(() => statuses.every((status) => status in writers.statuses));
    await have(...EVERY_SUCCESS);
    await database.stop();
    await have('records 503');
    database = await startEmbeddedPostgres({ dataDir: databaseDir.path, settings: { fsync: 'off' } });
    await sleep(2500);
    await redis.restart();
    await sleep(2500);
    await bucket.takeDown();
    await Promise.all([sleep(2500), have('images 503')]);
    await bucket.bringUp();
    await sleep(2500);
    await writers.stop();
    await lapseLeases(database.connection, { alive: 0 });
    await writers.settle();
    await jobsAtRest(database.connection);

    const statuses = Object.keys(writers.statuses);
    expect(statuses.filter((key) => !/ (20[0-2]|409|503)$/.test(key))).toEqual([]);
    expect(statuses).toEqual(expect.arrayContaining(EVERY_SUCCESS));
    expect(statuses).toEqual(expect.arrayContaining(['records 503', 'images 503']));
    expect(await writers.findings()).toEqual([]);
    await Promise.all([writers.close(), ...[first, second, worker].map((each) => each.end('SIGTERM'))]);
  });
});

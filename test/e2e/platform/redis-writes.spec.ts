import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startApp } from '../../support/app.js';
import { aCertificate } from '../../support/certificate.js';
import { RedisServer } from '../../support/redis.js';
import { aDataDir, startService } from '../../support/service.js';

describe('GET /-/readiness', () => {
  it('names the queue while Redis takes no writes, as without memory: no job runs', async () => {
    const redis = await RedisServer.start();
    const app = await startApp({ env: { REDIS_URL: redis.url } });
    const queue = async () => {
      const { status, body } = await app.anonymous.get('/-/readiness');
      return { status, body: body as unknown };
    };

    const before = await queue();
    await redis.refuseWrites(true);
    const refused = await queue();
    await redis.refuseWrites(false);
    const after = await queue();
    await app.close();
    await redis.stop();

    expect(before).toMatchObject({ status: 200, body: { status: 'ok', checks: { queue: 'ok' } } });
    expect(refused).toMatchObject({
      status: 503,
      body: { status: 'failed', checks: { database: 'ok', queue: 'failed' } },
    });
    expect(after).toMatchObject({ status: 200 });
  });

  it('is ok with a Redis that speaks TLS only', async () => {
    const dataDir = await aDataDir();
    const pem = path.join(dataDir.path, 'redis.pem');
    await writeFile(pem, aCertificate());
    const redis = await RedisServer.start(pem);
    const env = { DATA_DIR: path.join(dataDir.path, 'own'), REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: pem };
    const service = await startService(env);
    const readiness = await fetch(`${service.url}/-/readiness`);
    const checks = await readiness.text();
    const ended = await service.end('SIGTERM');
    await redis.stop();
    await dataDir.remove();

    expect({ status: readiness.status, checks, ended }).toMatchObject({ status: 200, ended: 0 });
  });
});

describe('a stop', () => {
  it('ends although Redis does not answer any more', async () => {
    const redis = await RedisServer.start();
    const app = await startApp({ env: { REDIS_URL: redis.url } });
    const { status } = await app.anonymous.get('/-/readiness');
    redis.freeze();

    await expect(app.close()).resolves.toBeUndefined();
    await redis.stop();
    expect(status).toBe(200);
  });
});

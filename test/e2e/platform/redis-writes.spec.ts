import { startApp } from '../../support/app.js';
import { RedisServer } from '../../support/redis.js';

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
});

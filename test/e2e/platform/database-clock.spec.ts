import { jest } from '@jest/globals';
import { Clock } from '../../../src/common/time/clock.js';
import { Database } from '../../../src/platform/database/database.js';
import { DatabaseClock } from '../../../src/platform/database/database-clock.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const MINUTE_MS = 60_000;
const machine = Date.now.bind(Date);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
afterEach(async () => {
  jest.restoreAllMocks();
  await compared(app.app.get(DatabaseClock));
});

/** Sets the machine's clock, from which the database's does not take its time. */
const setMachine = (aheadMs: number): void => {
  jest.spyOn(Date, 'now').mockImplementation(() => machine() + aheadMs);
};

/** On a busy machine the database may answer too late for a comparison. */
async function compared(clock: DatabaseClock): Promise<void> {
  await until(() => clock.compare());
}

describe('DatabaseClock', () => {
  it.each([10 * MINUTE_MS, -180 * MINUTE_MS, 2880 * MINUTE_MS])(
    'tells the time of the database on a machine whose clock is %d ms ahead',
    async (aheadMs) => {
      setMachine(aheadMs);
      await compared(app.app.get(DatabaseClock));

      expect(Math.abs(app.app.get(Clock).millis() - machine())).toBeLessThanOrEqual(1000);
    },
  );

  it('corrects nothing where both clocks agree within a second', async () => {
    setMachine(200);
    await compared(app.app.get(DatabaseClock));

    expect(app.app.get(Clock).correction).toBe(0);
  });

  it('leaves the clock as it is while the database does not answer', async () => {
    app.app.get(Clock).correct(5000);
    jest.spyOn(app.app.get(Database), 'onReservedConnections').mockRejectedValue(new Error('away'));

    expect(await app.app.get(DatabaseClock).compare()).toBe(false);
    expect(app.app.get(Clock).correction).toBe(5000);
  });
});

describe('GET /v2/', () => {
  it('takes the token of another process whose machine is ten minutes ahead', async () => {
    const second = await app.secondInstance();
    setMachine(10 * MINUTE_MS);
    await compared(second.app.get(DatabaseClock));
    const token = await registryToken(second.url);
    jest.restoreAllMocks();

    const { status } = await fetch(`${app.url}/v2/`, { headers: { authorization: `Bearer ${token}` } });
    await second.close();

    expect(status).toBe(200);
  });
});

async function registryToken(url: string): Promise<string> {
  const credentials = Buffer.from(`root:${ADMIN_TOKEN}`).toString('base64');
  const answer = await fetch(`${url}/jwt/auth?service=container_registry`, {
    headers: { authorization: `Basic ${credentials}` },
  });
  return ((await answer.json()) as { token: string }).token;
}

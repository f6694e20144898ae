import type { Pool, PoolClient } from 'pg';
import { AuditService } from '../../src/core/audit/audit.service.js';
import type { ConnectionPools } from '../../src/platform/database/connection-pools.js';
import { Database } from '../../src/platform/database/database.js';
import { aProject } from '../builders/records.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';

interface WithPools {
  readonly pools: ConnectionPools;
}

const PURPOSES = [
  'for a request',
  'beside a transaction',
  'without waiting for the disk',
  'in the background',
  'in the background, with patience',
] as const;

let app: TestApp;
let messages = 0;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  const { pools } = app.app.get<WithPools>(Database);
  PURPOSES.forEach((purpose) => {
    countMessages(pools.for(purpose));
  });
  app.app.get<{ seal: string }>(AuditService).seal = 'being enqueued'; // no request waits for that
});
afterAll(() => app.close());

/** All of them, each with one statement or more: the server is ready again after each. */
function countMessages(pool: Pool): void {
  const counted = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (!counted.has(client)) {
      counted.add(client);
      client.connection.on('readyForQuery', () => (messages += 1));
    }
  });
}

/** Of several requests: sometimes one reloads settings, or follows up what an earlier one left. */
async function fewestMessages(request: () => Promise<{ status: number }>): Promise<number> {
  const counts = [];
  for (let time = 0; time < 6; time++) {
    messages = 0;
    const { status } = await request();
    counts.push(messages);
    expect(status).toBe(201);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Math.min(...counts);
}

describe('the messages to the database of a request', () => {
  let id: number;
  let token: string;
  beforeAll(async () => {
    ({ id } = await aProject(app.admin, { initialize_with_readme: true }));
    const content = 'a: { script: make }';
    await app.admin.post(`projects/${id}/repository/files/.ci.yml`, { branch: 'main', commit_message: 'CI', content });
    token = (await app.admin.post(`projects/${id}/triggers`, { description: 'calls' })).body.token;
  });

  it('POST /projects/:id/repository/commits', async () => {
    let number = 0;
    const commit = () => {
      number += 1;
      const actions = [{ action: 'create', file_path: `file-${number}`, content: 'text' }];
      return app.admin.post(`projects/${id}/repository/commits`, { branch: 'main', commit_message: 'One', actions });
    };

    expect(await fewestMessages(commit)).toBeLessThanOrEqual(6);
  });

  it('POST /projects/:id/trigger/pipeline', async () => {
    const call = () => app.anonymous.post(`projects/${id}/trigger/pipeline`, { ref: 'main', token });

    expect(await fewestMessages(call)).toBeLessThanOrEqual(7);
  });
});

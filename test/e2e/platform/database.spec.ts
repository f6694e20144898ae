import sql from 'sql-template-tag';
import { Database } from '../../../src/platform/database/database.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const MORE_THAN_CONNECTIONS = 25;

let app: TestApp;
let database: Database;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  database = app.app.get(Database);
  await app.sql('create table notes (id integer)');
});
afterAll(() => app.close());

describe('statements beside a transaction', () => {
  it('do not wait for the connections that such transactions hold', async () => {
    const one = () =>
      database.transaction(async () => {
        await database.row(sql`select pg_sleep(0.05)`);
        return database.detached(() => database.row(sql`select 1 as one`));
      });

    const answers = await Promise.all(Array.from({ length: MORE_THAN_CONNECTIONS }, one));

    expect(answers).toEqual(Array.from({ length: MORE_THAN_CONNECTIONS }, () => ({ one: 1 })));
  });

  it('stay when it is rolled back', async () => {
    const work = database.transaction(async () => {
      await database.run(sql`insert into notes values (1)`);
      await database.detached(() => database.run(sql`insert into notes values (2)`));
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect(await app.sql('select id from notes')).toEqual([{ id: 2 }]);
  });
});

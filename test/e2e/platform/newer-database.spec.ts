import { Client } from 'pg';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createDatabase } from '../../support/postgres.js';

describe('migrate()', () => {
  it('refuses a database that a newer version has migrated, and changes nothing in it', async () => {
    const database = await createDatabase('slipway_template');
    const client = new Client(database.connection);
    await client.connect();
    const applied = async () => (await client.query<{ name: string }>('select name from migrations order by id')).rows;
    await client.query('delete from migrations where id = (select max(id) from migrations)');
    await client.query(`insert into migrations (timestamp, name) values (9999999999999, 'AddLater9999999999999')`);
    const before = await applied();

    const started = migrate(database.connection);

    await expect(started).rejects.toThrow(
      'The database was migrated by a newer Slipway (AddLater9999999999999): ' +
        'start that one, or restore a backup of this one.',
    );
    expect(await applied()).toEqual(before);
    await client.end();
    await database.drop();
  });
});

import { Controller, Get, Module, Post } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { Allow } from '../../../src/core/access/allow.decorator.js';
import { IdParam } from '../../../src/core/access/request.decorators.js';
import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { integer, json, query, select, text } from '../../../src/platform/database/typed-sql.js';
import { Database } from '../../../src/platform/database/database.js';
import type { Tx } from '../../../src/platform/database/tx.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const MORE_THAN_CONNECTIONS = 25;

type Explained = readonly { readonly Plan: Readonly<Record<'Shared Hit Blocks', number>> }[];

let app: TestApp;
let database: Database;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  database = app.app.get(Database);
  await app.sql('create table notes (id integer)');
});
afterAll(() => app.close());

describe('Database.transaction()', () => {
  const FIRST_STATEMENTS = [
    ['a prepared statement', () => database.run(sql`insert into notes values (11)`)],
    ['a statement of TypeORM', (tx: Tx) => tx.manager.query('insert into notes values (11)')],
    ['a plain statement', async (tx: Tx) => tx.client.query('insert into notes values (11)')],
  ] as const;

  it.each(FIRST_STATEMENTS)('that begins with %s is undone as a whole', async (_, write) => {
    const work = database.transaction(async (tx: Tx) => {
      await write(tx);
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect(await app.sql('select id from notes where id = 11')).toEqual([]);
  });

  it('whose first statement fails leaves its connection to the next', async () => {
    const fail = () => database.transaction(() => database.run(sql`select 1 / 0`));

    await Promise.all(
      Array.from({ length: MORE_THAN_CONNECTIONS }, () => expect(fail()).rejects.toThrow('division by zero')),
    );
    await Promise.all(
      Array.from({ length: MORE_THAN_CONNECTIONS }, () => database.run(sql`insert into notes values (12)`)),
    );
    expect(await app.sql('select id from notes where id = 12')).toHaveLength(MORE_THAN_CONNECTIONS);
  });

  it('says so when it cannot commit, though its work passed over a failure', async () => {
    const work = database.transaction(async () => {
      await database.run(sql`insert into notes values (13)`);
      await database.run(sql`select 1 / 0`).catch(() => undefined);
    });

    await expect(work).rejects.toThrow('was rolled back');
    expect(await app.sql('select id from notes where id = 13')).toEqual([]);
  });

  it('without a statement leaves nothing open', async () => {
    await database.transaction(() => Promise.resolve());

    const open = await app.sql(`
      select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
    expect(open).toEqual([]);
  });
});

describe('Database.detached()', () => {
  it('does not wait for the connections that transactions hold', async () => {
    const one = () =>
      database.transaction(async () => {
        await database.run(sql`select pg_sleep(0.05)`);
        return database.detached(() => database.row(select({ one: integer`1` }, empty)));
      });

    const answers = await Promise.all(Array.from({ length: MORE_THAN_CONNECTIONS }, one));

    expect(answers).toEqual(Array.from({ length: MORE_THAN_CONNECTIONS }, () => ({ one: 1 })));
  });

  it('keeps its changes when the transaction is rolled back', async () => {
    const work = database.transaction(async () => {
      await database.run(sql`insert into notes values (1)`);
      await database.detached(() => database.run(sql`insert into notes values (2)`));
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect(await app.sql('select id from notes where id < 10')).toEqual([{ id: 2 }]);
  });
});

describe('Database.relaxedly()', () => {
  it('passes over the entries that finished jobs left in the index, once it has seen them', async () => {
    await app.sql(`
      insert into jobs (name, payload, max_attempts, run_at)
      select 'test.done', '{}', 1, now() - interval '1 hour' from generate_series(1, 20000)`);
    await app.sql(`delete from jobs where name = 'test.done'`);
    const claim = sql`
      explain (analyze, buffers, format json)
      select id from jobs where dead_at is null and run_at <= now() order by run_at, id limit ${10}`;
    const pagesRead = async (): Promise<number> => {
      const [row] = await database.relaxedly(() => database.rows(query({ 'QUERY PLAN': json<Explained>`` }, claim)));
      return row?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? 0;
    };

    const first = await pagesRead();

    expect(first).toBeGreaterThan(200);
    await until(async () => (await pagesRead()) < first / 2); // as soon as no transaction can see them any more
  });
});

describe('Database.lookup()', () => {
  const answer = (n: number) => database.lookup(select({ n: integer`${n}::int` }, empty));

  it('answers each caller with its own row, however many ask at once', async () => {
    const numbers = Array.from({ length: 200 }, (_, n) => n);

    expect(await Promise.all(numbers.map(answer))).toEqual(numbers.map((n) => ({ n })));
  });

  it('fails alone: those that were sent with it are answered', async () => {
    const fail = () => database.lookup(select({ n: integer`1 / ${0}::int` }, empty));

    const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => (n % 7 === 3 ? fail() : answer(n))));

    const expected = answers.map((_, n) => (n % 7 === 3 ? expect.any(Error) : { n }));
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual(expected);
  });

  it('is answered, and keeps nobody waiting, where it takes longer than its turn', async () => {
    const LOCK = 4712;
    const slow = () =>
      database.lookup(select({ n: integer`${7}::int` }, sql`from pg_advisory_xact_lock_shared(${LOCK}::int)`));
    await app.sql('select pg_advisory_lock($1)', [LOCK]);

    const slowOnes = Promise.all([slow(), slow()]);
    const quick = await answer(1).finally(() => app.sql('select pg_advisory_unlock($1)', [LOCK]));

    expect(quick).toEqual({ n: 1 });
    expect(await slowOnes).toEqual([{ n: 7 }, { n: 7 }]);
  });

  it('works again once its connections have broken', async () => {
    await answer(1);
    await app.sql(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

    await until(async () => (await answer(2).catch(() => null))?.n === 2);
    expect(await Promise.all([answer(3), answer(4)])).toEqual([{ n: 3 }, { n: 4 }]);
  });

  it('sees what the surrounding transaction has written', async () => {
    const found = await database.transaction(async () => {
      await database.run(sql`insert into notes values (41)`);
      return database.lookup(select({ id: integer`n.id` }, sql`from notes n where n.id = ${41}`));
    });

    expect(found).toEqual({ id: 41 });
  });
});

describe('Database.both()', () => {
  const number = (n: number, divisor = 1) => select({ n: integer`${n}::int / ${divisor}::int` }, empty);

  it('answers both statements to each caller, however few connections are free', async () => {
    const calls = Array.from({ length: 4 * MORE_THAN_CONNECTIONS }, (_, n) => n);

    const answers = await Promise.all(calls.map((n) => database.both(number(n), number(-n))));

    expect(answers).toEqual(calls.map((n) => [[{ n }], [{ n: 0 - n }]]));
  });

  it('fails with the error of either, and leaves its connection to the next', async () => {
    const calls = Array.from({ length: 4 * MORE_THAN_CONNECTIONS }, (_, n) => n);

    const answers = await Promise.allSettled(
      calls.map((n) => database.both(number(n, n % 3 === 0 ? 0 : 1), number(n, n % 5 === 0 ? 0 : 1))),
    );

    expect(answers.map(({ status }) => status)).toEqual(
      calls.map((n) => (n % 3 === 0 || n % 5 === 0 ? 'rejected' : 'fulfilled')),
    );
    expect(await database.both(number(1), number(2))).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  it('reads what the surrounding transaction has written', async () => {
    const notes = select({ id: integer`n.id` }, sql`from notes n where n.id = ${43}`);

    const found = await database.transaction(async () => {
      await database.run(sql`insert into notes values (43)`);
      return database.both(notes, number(1));
    });

    expect(found).toEqual([[{ id: 43 }], [{ n: 1 }]]);
  });
});

describe('SettingsService.current()', () => {
  it('answers a transaction whose locks keep all other connections waiting', async () => {
    const settings = app.app.get(SettingsService);
    const lock = () => database.run(sql`select pg_advisory_xact_lock(4711)`);
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    await pause(1600); // settings are kept for 1.5 s
    const startedAt = performance.now();

    const holder = database.transaction(async () => {
      await lock();
      await pause(600);
      return settings.current();
    });
    await pause(200);
    const others = Array.from({ length: MORE_THAN_CONNECTIONS }, () => database.transaction(lock));
    await pause(200);
    const outsider = settings.current(); // reads them for both
    await Promise.all([holder, outsider, ...others]);

    expect(performance.now() - startedAt).toBeLessThan(5000); // else until a statement takes too long, after 15 s
  });
});

describe('Database.transaction() with parallel statements', () => {
  it('sends them one after the other, however many are started at once', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);

    const sums = await database.transaction(() =>
      Promise.all(
        [1, 2, 3, 4, 5].map((number) =>
          database.row(select({ sum: integer`${number}::int + (select 1 from pg_sleep(0.01))` }, empty)),
        ),
      ),
    );
    await new Promise(setImmediate);
    process.off('warning', note);

    expect(sums).toEqual([2, 3, 4, 5, 6].map((sum) => ({ sum })));
    expect(warnings).toEqual([]);
  });
});

describe('Database.runWithNext()', () => {
  const write = (id: number) => database.runWithNext(sql`insert into notes values (${id})`);
  const fail = () => database.runWithNext(sql`insert into notes values (1 / 0)`);
  const noted = (id: number) => app.sql(`select id from notes where id = ${id}`);

  it('writes at once outside of a transaction, and with the commit where nothing follows', async () => {
    await write(31);
    await database.transaction(() => write(32));

    expect([await noted(31), await noted(32)]).toEqual([[{ id: 31 }], [{ id: 32 }]]);
  });

  it.each([
    ['a lean statement', () => database.row(select({ count: integer`count(*)::int` }, sql`from notes where id = 33`))],
    ['one of TypeORM', (tx: Tx) => tx.manager.query('select count(*)::int as count from notes where id = 33')],
  ])('writes before %s that follows', async (_, read) => {
    const work = database.transaction(async (tx) => {
      await write(33);
      const counted = await read(tx);
      throw new Error(JSON.stringify(counted));
    });

    await expect(work).rejects.toThrow('"count":1');
    expect(await noted(33)).toEqual([]);
  });

  it('fails the next statement, or the commit, and undoes all of the transaction', async () => {
    const byNext = database.transaction(async () => {
      await write(34);
      await fail();
      await database.run(sql`insert into notes values (34)`);
    });
    const byCommit = database.transaction(async () => {
      await write(34);
      await fail();
    });

    await expect(byNext).rejects.toThrow('division by zero');
    await expect(byCommit).rejects.toThrow('division by zero');
    expect(await noted(34)).toEqual([]);
  });

  it('fails one of TypeORM that follows, with its own error', async () => {
    const byOther = database.transaction(async (tx) => {
      await fail();
      await tx.manager.query('insert into notes values (36)');
    });
    const ofFirst = database.transaction(async (tx) => {
      await database.run(sql`select 1`);
      await fail();
      await tx.manager.query('insert into notes values (36)');
    });

    await expect(byOther).rejects.toThrow('division by zero');
    await expect(ofFirst).rejects.toThrow('division by zero');
    await database.transaction((tx) => tx.manager.query('insert into notes values (37)'));
    expect([await noted(36), await noted(37)]).toEqual([[], [{ id: 37 }]]);
  });
});

describe('Database.transaction() that has ended', () => {
  it('lets nothing that it began write on', async () => {
    let goOn = (): void => undefined;
    const later = new Promise<void>((resolve) => (goOn = resolve));
    const left: Promise<unknown>[] = [];
    const work = database.transaction(() => {
      left.push(later.then(() => database.run(sql`insert into notes values (35)`)));
      return Promise.reject(new Error('no'));
    });

    await expect(work).rejects.toThrow('no');
    goOn();
    await expect(left[0]).rejects.toThrow('The transaction has ended.');
    expect(await app.sql('select id from notes where id = 35')).toEqual([]);
  });
});

describe('Database.transaction() that loses a race', () => {
  it('runs again: two that lock the same rows in opposite order both commit', async () => {
    await app.sql('create table pairs (id integer primary key, changes integer not null default 0)');
    await app.sql('insert into pairs values (1), (2)');
    const change = (first: number, second: number) =>
      database.transaction(async () => {
        await database.run(sql`update pairs set changes = changes + 1 where id = ${first}`);
        await database.run(sql`select pg_sleep(0.1)`);
        await database.run(sql`update pairs set changes = changes + 1 where id = ${second}`);
      });

    await Promise.all([change(1, 2), change(2, 1)]);

    expect(await app.sql('select changes from pairs order by id')).toEqual([{ changes: 2 }, { changes: 2 }]);
  });
});

describe('Database.run() of a single statement that loses a race', () => {
  it('runs it again', async () => {
    await app.sql('insert into notes values (21), (22)');
    await app.sql('begin');
    await app.sql('update notes set id = id where id = 22');
    const waits = () =>
      app.sql('select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid');
    // The server looks for a deadlock once in a wait: in that of the other statement, when both wait for each other.
    const patience = sql`set_config('deadlock_timeout', '4s', true)`;
    const changed = database.run(sql`update notes set id = id where id in (21, 22) and ${patience} is not null`);
    await until(async () => (await waits()).length === 1);
    await app.sql(`set local deadlock_timeout = '30s'`);
    await app.sql('update notes set id = id where id = 21'); // the other one waited first, and is canceled first
    await app.sql('commit');

    expect(await changed).toBe(2);
  });
});

describe('statement_timeout', () => {
  const limit = () => database.row(select({ limit: text`current_setting('statement_timeout')` }, empty));

  it('is 15 s for a request, and 10 minutes in the background', async () => {
    expect(await limit()).toEqual({ limit: '15s' });
    expect(await database.transaction(limit)).toEqual({ limit: '15s' });
    expect(await database.inBackground(limit)).toEqual({ limit: '10min' });
    expect(await database.inBackground(() => database.transaction(limit))).toEqual({ limit: '10min' });
    expect(await database.transaction(limit)).toEqual({ limit: '15s' });
  });
});

describe('lock_timeout', () => {
  const limit = () => database.row(select({ limit: text`current_setting('lock_timeout')` }, empty));

  it('is 5 s for a request and in the background, and none for what is patient', async () => {
    expect(await limit()).toEqual({ limit: '5s' });
    expect(await database.transaction(limit)).toEqual({ limit: '5s' });
    expect(await database.inBackground(limit)).toEqual({ limit: '5s' });
    expect(await database.patiently(limit)).toEqual({ limit: '0' });
    expect(await database.patiently(() => database.transaction(limit))).toEqual({ limit: '0' });
  });
});

describe('a row that somebody keeps locked', () => {
  it('keeps those waiting who write to its record, and nobody else', async () => {
    const [locked, other] = await Promise.all(
      ['locked', 'other'].map(async (path) => (await app.admin.post('projects', { path })).body as { id: number }),
    );
    const statuses: number[] = [];
    await app.sql('begin');
    await app.sql('select id from projects where id = $1 for update', [locked?.id]);

    const waiting = Array.from({ length: MORE_THAN_CONNECTIONS }, async () => {
      const { status } = await app.admin.put(`projects/${locked?.id}`, { description: 'late' });
      statuses.push(status);
    });
    await until(async () => (await app.sql('select 1 from pg_locks where not granted')).length >= 5);
    const read = await app.admin.get('projects');
    const written = await app.admin.put(`projects/${other?.id}`, { description: 'now' });
    const answeredBefore = statuses.length;
    await app.sql('commit');
    await Promise.all(waiting);

    expect([read.status, written.status]).toEqual([200, 200]);
    expect(answeredBefore).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('makes who writes to it wait for 5 s, and answers 503 then', async () => {
    const { body } = await app.admin.post('projects', { path: 'long-locked' });
    const { id } = body as { id: number };
    await app.sql('begin');
    await app.sql('select id from projects where id = $1 for update', [id]);

    const answer = await app.admin.put(`projects/${id}`, { description: 'never' });
    await app.sql('rollback');

    expect(answer).toMatchObject({
      status: 503,
      body: { message: '503 Service Unavailable - The database took too long to answer.' },
    });
    expect(await app.sql('select description from projects where id = $1', [id])).toEqual([{ description: null }]);
  });
});

/** Routes whose statements take as long as requested. */
@Controller('sleeps')
@Allow({ on: 'instance' })
class SleepsController {
  constructor(private readonly database: Database) {}

  @Get(':seconds')
  read(@IdParam('seconds') seconds: number) {
    return this.database.rows(select({ seconds: integer`${seconds}::int` }, sql`from pg_sleep(${seconds})`));
  }

  @Post(':seconds')
  write(@IdParam('seconds') seconds: number) {
    return this.database.transaction(async () => {
      await this.database.run(sql`set local statement_timeout = 100`);
      return this.database.run(sql`select pg_sleep(${seconds})`);
    });
  }
}

@Module({ controllers: [SleepsController] })
class SleepsModule {}

describe('every route that asks the database', () => {
  let service: TestApp;
  const sleeping = async () => {
    const rows = await service.sql(
      "select pid from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()",
    );
    return rows.length;
  };
  const untilSleeping = async (count: number) => {
    for (let round = 0; round < 200 && (await sleeping()) !== count; round++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  beforeAll(async () => {
    service = await startApp({ jobs: false, extraModules: [SleepsModule], env: { LOG_LEVEL: 'silent' } });
  });
  afterAll(() => service.close());

  it('answers 503 with a sentence when a statement takes too long', async () => {
    const answer = await service.admin.post('sleeps/5');

    expect(answer).toMatchObject({
      status: 503,
      body: { message: '503 Service Unavailable - The database took too long to answer.' },
    });
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  it('leaves no statement running when its client goes away', async () => {
    const client = new AbortController();
    const read = fetch(`${service.url}/api/v4/sleeps/14`, {
      headers: { 'PRIVATE-TOKEN': ADMIN_TOKEN },
      signal: client.signal,
    }).catch((error: unknown) => String(error));
    await untilSleeping(1);
    expect(await sleeping()).toBe(1);

    const begun = performance.now();
    client.abort();
    await untilSleeping(0);

    expect(await read).toContain('AbortError');
    expect(await sleeping()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(9000);
  });

  it('answers 503, never 500, while its connections break', async () => {
    const isOver = new AbortController();
    const breaking = (async () => {
      while (!isOver.signal.aborted) {
        await service.sql(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5',
        );
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();

    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, caller) => {
        const seen: number[] = [];
        for (let round = 0; round < 25; round++) {
          const name = `g${caller}-${round}`;
          seen.push((await service.admin.get('projects')).status);
          seen.push((await service.admin.post('groups', { name, path: name })).status);
        }
        return seen;
      }),
    );
    isOver.abort();
    await breaking;

    const kinds = new Set(statuses.flat());
    expect([...kinds].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(kinds).toContain(503);
    await until(async () => (await service.admin.get('projects')).status === 200);
  });
});

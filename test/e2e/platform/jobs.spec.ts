import { Injectable, Module } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../src/platform/database/database.js';
import { Jobs } from '../../../src/platform/queue/job.js';
import type { Job, JobClass } from '../../../src/platform/queue/job.js';
import { Outbox } from '../../../src/platform/queue/outbox.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { RedisServer } from '../../support/redis.js';
import { until } from '../../support/until.js';

interface Note {
  readonly word: string;
}

@Injectable()
class NoteJob implements Job<Note> {
  static readonly jobName = 'test.note';
  static readonly backoff = () => 0;
  constructor(private readonly database: Database) {}

  /** An effect that shows how often it happened. */
  async perform({ word }: Note): Promise<void> {
    await this.database.run(sql`insert into notes (word) values (${word})`);
  }
}

@Injectable()
class ShakyJob implements Job<Note> {
  static readonly jobName = 'test.shaky';
  static readonly maxAttempts = 3;
  static readonly backoff = () => 0;
  readonly tries = new Map<string, number>();

  perform({ word }: Note): Promise<void> {
    const tries = (this.tries.get(word) ?? 0) + 1;
    this.tries.set(word, tries);
    const fails = word.startsWith('always') || tries < 3;
    return fails ? Promise.reject(new Error(`no luck\0 with ${word}`)) : Promise.resolve();
  }
}

/** Needs a connection of which the database has no more, at first. */
@Injectable()
class CrowdedJob implements Job<Note> {
  static readonly jobName = 'test.crowded';
  static readonly maxAttempts = 1;
  private hasTried = false;

  perform(): Promise<void> {
    const isFirst = !this.hasTried;
    this.hasTried = true;
    const crowded = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
    return isFirst ? Promise.reject(crowded) : Promise.resolve();
  }
}

/** Writes to a row that others may have locked. */
@Injectable()
class TouchJob implements Job<Note> {
  static readonly jobName = 'test.touch';
  static readonly maxAttempts = 1;
  constructor(private readonly database: Database) {}

  async perform({ word }: Note): Promise<void> {
    await this.database.run(sql`update touches set count = count + 1 where word = ${word}`);
  }
}

/** Waits for something that is away. */
class StuckJob implements Job<Note> {
  static readonly jobName: string = 'test.stuck';
  atOnce = 0;
  most = 0;
  private readonly waiting: (() => void)[] = [];
  private isOpen = false;

  async perform(): Promise<void> {
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    await new Promise<void>((resolve) => (this.isOpen ? resolve() : void this.waiting.push(resolve)));
    this.atOnce -= 1;
  }

  release(): void {
    this.isOpen = true;
    this.waiting.splice(0).forEach((resolve) => {
      resolve();
    });
  }
}

@Injectable()
class FewStuckJob extends StuckJob {
  static override readonly jobName = 'test.few-stuck';
  static readonly concurrency = 2;
}

@Injectable()
class ManyStuckJob extends StuckJob {
  static override readonly jobName = 'test.many-stuck';
}

@Module({ providers: [NoteJob, ShakyJob, CrowdedJob, TouchJob, FewStuckJob, ManyStuckJob] })
class TestJobsModule {}

async function enqueue<P extends object>(app: TestApp, job: JobClass<P>, payload: P): Promise<void> {
  await app.app.get(Database).transaction((tx) => app.app.get(Jobs).enqueue(tx, job, payload));
}

async function noted(app: TestApp, like: string): Promise<string[]> {
  const rows = await app.sql<{ word: string }>('select word from notes where word like $1 order by word', [like]);
  return rows.map(({ word }) => word);
}

const words = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(3, '0')}`);

const SLEEPING = `select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;

describe.each(['in process', 'through Bull'])('Jobs %s', (way) => {
  let app: TestApp;
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    redis = way === 'through Bull' ? await RedisServer.start() : undefined;
    app = await startApp({ extraModules: [TestJobsModule], env: redis ? { REDIS_URL: redis.url } : {} });
    await app.sql('create table notes (word text)');
  });
  afterAll(async () => {
    await app.close();
    await redis?.stop();
  });

  it('run once for every commit and never for a rollback', async () => {
    const committed = words('kept', 100);
    await Promise.all(committed.map((word) => enqueue(app, NoteJob, { word })));
    const lost = app.app.get(Database).transaction(async (tx) => {
      await app.app.get(Jobs).enqueue(tx, NoteJob, { word: 'kept-never' });
      throw new Error('roll back');
    });
    await expect(lost).rejects.toThrow('roll back');

    await app.drainJobs();

    expect(await noted(app, 'kept-%')).toEqual(committed);
  });

  it('are retried until they succeed, and are marked dead when they never do, with a reason as it can be stored', async () => {
    await enqueue(app, ShakyJob, { word: `twice-${way}` });
    await enqueue(app, ShakyJob, { word: `always-${way}` });

    await untilAtRest(app);

    const dead = await app.sql<{ payload: Note; attempts: number; last_error: string }>(
      'select * from jobs where dead_at is not null',
    );
    expect(dead).toMatchObject([
      { payload: { word: `always-${way}` }, attempts: 3, last_error: `no luck with always-${way}` },
    ]);
  });

  it('are taken up again when the lease of their worker lapsed', async () => {
    await app.sql(
      `insert into jobs (name, payload, max_attempts, run_at, leased_by) values ('test.note', '{"word": "orphan"}', 5, now() + interval '1 s', 'somebody who died')`,
    );

    await app.drainJobs();

    expect(await noted(app, 'orphan')).toEqual(['orphan']);
  });

  it('wait for their time', async () => {
    await app.app
      .get(Database)
      .transaction((tx) => app.app.get(Jobs).enqueue(tx, NoteJob, { word: 'later' }, { afterMs: 3_600_000 }));
    await enqueue(app, NoteJob, { word: 'sooner' });
    await until(async () => (await noted(app, 'sooner')).length === 1);
    expect(await noted(app, 'later')).toEqual([]);

    await app.sql(`update jobs set run_at = now() + interval '1 second'`);

    await app.drainJobs();

    expect(await noted(app, 'later')).toEqual(['later']);
  });

  it('of every second are due a little earlier than it is asked again what is due', async () => {
    const outbox = app.app.get(Outbox);
    await outbox.enqueueRecurring([{ name: 'test.every-second', everySeconds: 1, condition: undefined }]);
    const [enqueued] = await app.sql(`
      select extract(epoch from r.next_run_at - j.run_at)::float8 as seconds
      from recurring_jobs r join jobs j on j.name = r.name where r.name = 'test.every-second'`);
    await app.sql(`delete from jobs where name = 'test.every-second'`);

    expect(enqueued).toEqual({ seconds: 0.8 });
  });

  it('that other processes enqueue are found while requests have taken all their connections', async () => {
    await untilAtRest(app);
    const slow = Array.from({ length: 10 }, () => app.app.get(Database).exists(sql`select pg_sleep(60)`));
    const ended = Promise.allSettled(slow);
    await until(async () => (await app.sql(SLEEPING)).length === 10);
    await app.sql(
      `insert into jobs (name, payload, max_attempts) values ('test.note', '{"word": "from-elsewhere"}', 5)`,
    );

    await until(async () => (await noted(app, 'from-elsewhere')).length === 1, 10);

    expect(await app.sql(SLEEPING)).toHaveLength(10);
    await app.sql(`select pg_cancel_backend(pid) from (${SLEEPING}) s`);
    await ended;
  });

  it.each([
    { kind: FewStuckJob, most: 2 },
    { kind: ManyStuckJob, most: 12 },
  ])('leave room for others where $kind.jobName waits: $most run at once', async ({ kind, most }) => {
    const stuck = app.app.get<StuckJob>(kind);
    await Promise.all(words('stuck', 100).map((word) => enqueue<Note>(app, kind, { word })));
    await until(() => stuck.atOnce >= most);
    await enqueue(app, NoteJob, { word: `beside-${kind.jobName}` });
    await until(async () => (await noted(app, `beside-${kind.jobName}`)).length > 0);
    stuck.release();
    await untilAtRest(app);

    expect(stuck.most).toBe(most);
  });

  it('leave connections to others where a row is locked that many of a kind write to, and do not fail of it', async () => {
    await app.sql('create table touches as select $1::text as word, 0 as count', ['locked']);
    await app.sql('begin');
    await app.sql('select 1 from touches for update');
    await Promise.all(words('touch', 12).map(() => enqueue(app, TouchJob, { word: 'locked' })));
    await until(async () => (await app.sql('select 1 from pg_locks where not granted')).length >= 4);

    await enqueue(app, NoteJob, { word: 'beside-a-lock' });
    await until(async () => (await noted(app, 'beside-a-lock')).length === 1);
    const waitedInVain = `select 1 from jobs where name = 'test.touch' and attempts = 0 and last_error like '%lock timeout%'`;
    await until(async () => (await app.sql(waitedInVain)).length > 0);
    await app.sql('rollback');
    await untilAtRest(app);

    expect(await app.sql('select * from touches')).toEqual([{ word: 'locked', count: 12 }]);
    await app.sql('drop table touches');
  });

  it('do not fail of a database that has no connection left for them', async () => {
    await enqueue(app, CrowdedJob, { word: way });
    const postponed = `select 1 from jobs where name = 'test.crowded' and attempts = 0 and last_error like '%too many%'`;
    await until(async () => (await app.sql(postponed)).length === 1);
    await app.sql(`update jobs set run_at = now() where name = 'test.crowded'`);
    await untilAtRest(app);

    expect(await app.sql(`select 1 from jobs where name = 'test.crowded'`)).toEqual([]);
  });

  it('run in no process that did not begin to take them, as commands of an operator', async () => {
    const command = await app.secondInstance();
    await Promise.all(words('elsewhere', 50).map((word) => enqueue(app, ShakyJob, { word })));
    await untilAtRest(app);
    const taken = command.app.get(ShakyJob).tries.size;
    await command.close();

    expect([taken, app.app.get(ShakyJob).tries.get('elsewhere-049')]).toEqual([0, 3]);
  });

  it('survive a Redis that is flushed and restarted in the middle', async () => {
    const all = words('storm', 200);
    const enqueued = Promise.all(all.map((word) => enqueue(app, NoteJob, { word })));
    await redis?.flush();
    await enqueued;
    await redis?.restart();
    await app.sql('update jobs set run_at = now() where leased_by is not null'); // 30 s later

    await untilAtRest(app);

    expect([...new Set(await noted(app, 'storm-%'))]).toEqual(all);
  });
});

async function untilAtRest(app: TestApp): Promise<void> {
  for (let round = 0; round < 700; round++) {
    const [row] = await app.sql<{ open: string }>('select count(*) as open from jobs where dead_at is null');
    if (Number(row?.open) === 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Jobs did not come to rest within 70 s.');
}

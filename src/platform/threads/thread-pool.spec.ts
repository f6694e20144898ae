import { ThreadPool, ThreadTaskFailed } from './thread-pool.js';

const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'hang') for (;;);
    if (task === 'exit') process.exit(1);
    if (task === 'throw') throw new Error('thrown');
    parentPort.postMessage(task + '!');
  });`)}`,
);

const aPool = () =>
  new ThreadPool<string, string>(PROGRAM, { threads: 1, threadsPerKey: 1, waiting: 10, waitMs: 10_000, taskMs: 2000 });

describe('ThreadPool', () => {
  it('answers tasks that wait for the one thread each with its own result', async () => {
    const pool = aPool();

    expect(await Promise.all(['a', 'b', 'c'].map((task) => pool.run('key', task)))).toEqual(['a!', 'b!', 'c!']);
    await pool.end();
  });

  it.each(['hang', 'exit', 'throw'])(
    'fails the task of a thread that does "%s", and replaces the thread',
    async (task) => {
      const pool = aPool();

      await expect(pool.run('key', task)).rejects.toBeInstanceOf(ThreadTaskFailed);
      expect(await pool.run('key', 'next')).toBe('next!');
      await pool.end();
    },
  );
});

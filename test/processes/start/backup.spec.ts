import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { cp, mkdir, open, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { withEmbeddedDatabase } from '../../../src/core/backup/embedded-instance.js';
import { verifyBackup } from '../../../src/core/backup/verify-backup.js';
import type { Env } from '../../../src/platform/config/env.js';
import { pushImage } from '../../builders/images.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { killCliAfter, runCli } from '../../support/program.js';
import type { ProgramRun } from '../../support/program.js';
import { RegistryClient } from '../../support/registry-client.js';
import { S3Server } from '../../support/s3-server.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

jest.setTimeout(240_000);

type Settings = Readonly<Record<string, string>>;

interface Manifest {
  readonly database: { readonly tables: readonly { name: string; rows: number; sha256: string }[] };
}

const LOGIN = { username: 'root', secret: ADMIN_TOKEN };
const KEY = 'k'.repeat(40);
/** Between two writes of a kind. */
const PAUSE_MS = 25;

const scratch = mkdtempSync(path.join(tmpdir(), 'slipway-backup-'));
let git: GitClient;

beforeAll(async () => {
  git = await GitClient.make();
});
afterAll(async () => {
  await git.remove();
  await rm(scratch, { recursive: true, force: true });
});

const at = (...names: string[]): string => path.join(scratch, ...names);

/** An instance whose second storage lies outside of its data directory, as does the first. */
const settingsOf = (name: string, more: Settings = {}): Settings => ({
  DATA_DIR: at(name, 'data'),
  STORAGES: `default=${at(name, 'storage')},fast=${at(name, 'fast')}`,
  LOG_LEVEL: 'error',
  ...more,
});

async function manifestOf(backup: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8')) as Manifest;
}

/** Every file below a directory with its digest. */
async function digestsBelow(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const digests = new Map<string, string>();
  for (const file of files) {
    digests.set(
      path.relative(directory, file),
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    );
  }
  return digests;
}

async function refsOf(url: string, project: string): Promise<string> {
  return git.ok(['ls-remote', remoteOf(url, project, LOGIN)]);
}

describe('npm run cli -- backup and restore', () => {
  const source = settingsOf('source');
  const backup = at('backup');
  let service: Service;
  let imageDigest: string;
  let cloned: string;
  let taken: ProgramRun;
  let written: number;

  const commit = async (message: string): Promise<void> => {
    await writeFile(path.join(git.directory, cloned, 'file.txt'), message);
    await git.ok(['commit', '-qam', message], { in: cloned });
    await git.ok(['push', '-q', 'origin', 'HEAD:main', `HEAD:refs/heads/b-${message}`], { in: cloned });
  };

  /** Writes of every kind, one after the other, until they are told to end; answers what was written. */
  function keepBusy(): { end(): Promise<number> } {
    let isOver = false;
    let count = 0;
    const repeat = async (write: (n: number) => Promise<void>): Promise<void> => {
      for (let n = 1; !isOver; n += 1) {
        await write(n);
        count += 1;
        await sleep(PAUSE_MS);
      }
    };
    const registry = new RegistryClient(service.url, LOGIN);
    const writers = [
      repeat(async (n) => {
        const { status } = await service.admin.post('projects', { path: `busy-${n}`, initialize_with_readme: true });
        expect(status).toBe(201);
      }),
      repeat((n) => commit(`busy-${n}`)),
      repeat(async (n) => {
        await pushImage(registry, 'root/app', `busy-${n}`);
      }),
      repeat(async () => {
        const { status } = await service.admin.post('projects/root%2Fapp/pipeline', { ref: 'main' });
        expect(status).toBe(201);
      }),
      repeat(async (n) => {
        const { status } = await service.admin.delete(`projects/root%2Fbusy-${n}`);
        expect([202, 204, 404]).toContain(status);
      }),
    ];
    return {
      end: async () => {
        isOver = true;
        await Promise.all(writers);
        return count;
      },
    };
  }

  beforeAll(async () => {
    service = await startService(source);
    await service.admin.post('projects', { path: 'app', initialize_with_readme: true });
    await service.admin.post('projects', { path: 'on-fast', repository_storage: 'fast', initialize_with_readme: true });
    await service.admin.post('projects', { path: 'never-written' });
    imageDigest = (await pushImage(new RegistryClient(service.url, LOGIN), 'root/app', 'kept')).digest;
    cloned = 'work';
    await git.ok(['clone', '-q', remoteOf(service.url, 'root/app', LOGIN), cloned]);
    await writeFile(path.join(git.directory, cloned, '.ci.yml'), 'build: { script: echo }\n');
    await writeFile(path.join(git.directory, cloned, 'file.txt'), 'first');
    await git.ok(['add', '-A'], { in: cloned });
    await git.ok(['commit', '-qm', 'CI'], { in: cloned });
    await git.ok(['push', '-q', 'origin', 'HEAD:main'], { in: cloned });

    const writers = keepBusy();
    taken = await runCli(['backup', backup], source);
    written = await writers.end();
  });
  afterAll(() => service.end('SIGTERM'));

  it('restore makes an instance elsewhere with every row, ref, image and key of a backup of a busy one', async () => {
    const target = settingsOf('restored');
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.stdout).toMatch(/^Storage fast: 1 repositories$/m);
    expect(written).toBeGreaterThan(5);

    const restored = await runCli(['restore', backup], target);

    expect(restored).toMatchObject({ code: 0 });
    expect(restored.stdout).toContain('compared with the backup');
    const again = await startService(target);
    try {
      const { admin, url } = again; // the token of before signs in
      expect((await admin.get('user')).body).toMatchObject({ username: 'root' });
      const { tables } = (await manifestOf(backup)).database;
      const projects = await admin.get('projects?per_page=1');
      expect(Number(projects.headers.get('x-total'))).toBe(tables.find(({ name }) => name === 'projects')?.rows);
      expect((await admin.get('projects/root%2Fapp/pipelines')).body.length).toBeGreaterThan(0);
      expect((await admin.get('projects/root%2Fon-fast/repository/tree')).body).toMatchObject([{ name: 'README.md' }]);
      expect((await admin.get('projects/root%2Fnever-written/repository/tree')).status).toBe(404);
      expect((await fetch(`${url}/-/readiness`)).status).toBe(200);
      const pulled = await new RegistryClient(url, LOGIN).get('root/app/manifests/kept');
      expect(pulled.headers['docker-content-digest']).toBe(imageDigest);
      for (const { digest } of pulled.body.layers) {
        expect((await new RegistryClient(url, LOGIN).get(`root/app/blobs/${digest}`)).status).toBe(200);
      }
      expect(await refsOf(url, 'root/on-fast')).toBe(await refsOf(service.url, 'root/on-fast'));
      // Each of its refs came from the source, and each of them can be cloned.
      const before = await refsOf(service.url, 'root/app');
      const after = await refsOf(url, 'root/app');
      const branches = after.split('\n').filter((line) => line.includes('refs/heads/b-'));
      expect(branches.length).toBeGreaterThan(0);
      expect(before.split('\n')).toEqual(expect.arrayContaining(branches));
      await git.ok(['clone', '-q', '--mirror', remoteOf(url, 'root/app', LOGIN), 'restored']);
      await git.ok(['fsck', '--strict'], { in: 'restored' });
      expect((await admin.post('projects', { path: 'new-one', initialize_with_readme: true })).status).toBe(201);
      expect((await admin.post('projects/root%2Fapp/pipeline', { ref: 'main' })).status).toBe(201);
    } finally {
      expect(await again.end('SIGTERM')).toBe(0);
    }
  });

  /** A copy of the backup, with a flipped byte in the first file whose name includes `kind`. */
  async function damagedCopy(kind: string): Promise<string> {
    const files = [...(await digestsBelow(backup)).keys()];
    const damaged = at('damaged');
    await cp(backup, damaged, { recursive: true });
    await flipByte(path.join(damaged, files.find((name) => name.includes(kind)) ?? ''));
    return damaged;
  }

  it.each(['manifest.json', 'SHA256SUMS'])(
    'restore refuses a backup with a flipped byte in %s, and writes nothing',
    async (kind) => {
      const damaged = await damagedCopy(kind);

      const refused = await runCli(['restore', damaged], settingsOf('unwritten'));

      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^The backup (is damaged|was made by).*\n$/);
      expect(await readdir(at('unwritten')).catch(() => [])).toEqual([]);
      await rm(damaged, { recursive: true });
    },
  );

  it.each(['secret_key', 'database/', 'blobs/', 'packed-refs', 'inventory/'])(
    'restore finds a flipped byte below %s before it writes',
    async (kind) => {
      const damaged = await damagedCopy(kind);

      await expect(verifyBackup(damaged)).rejects.toThrow(/^The backup is damaged/);
      await rm(damaged, { recursive: true });
    },
  );

  it('restore refuses a backup that lacks a file, or has one more', async () => {
    const damaged = at('damaged');
    await cp(backup, damaged, { recursive: true });
    await writeFile(path.join(damaged, 'database', 'more.copy.gz'), '');

    expect(await runCli(['restore', damaged], settingsOf('unwritten'))).toMatchObject({ code: 1, stdout: '' });
    await rm(path.join(damaged, 'database', 'more.copy.gz'));
    await rm(path.join(damaged, 'database', 'users.copy.gz'));
    expect(await runCli(['restore', damaged], settingsOf('unwritten'))).toMatchObject({ code: 1, stdout: '' });
    await rm(damaged, { recursive: true });
  });

  it.each(['data', 'storage', 'fast'])('restore refuses a %s directory with something in it', async (name) => {
    await mkdir(at('used', name), { recursive: true });
    await writeFile(at('used', name, 'file'), 'mine');

    const refused = await runCli(['restore', backup], settingsOf('used'));

    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${at('used', name)} is not empty, and nothing is ever overwritten: empty it, or choose another.\n`,
    });
    expect(await digestsBelow(at('used'))).toHaveProperty('size', 1);
    await rm(at('used'), { recursive: true });
  });

  it('restore that is killed leaves a DATA_DIR that nothing starts on', async () => {
    const target = settingsOf('killed');
    await killCliAfter('Database:', ['restore', backup], target); // everything but the files is there

    await expect(startService(target)).rejects.toThrow('A restore into');
    expect(await runCli(['restore', backup], target)).toMatchObject({ code: 1, stdout: '' });
  });

  it('restore that fails on the way says why in one sentence and leaves its directories empty', async () => {
    const broken = at('broken');
    await cp(backup, broken, { recursive: true });
    const sums = await readFile(path.join(broken, 'SHA256SUMS'), 'utf8');
    const [line = ''] = /^.*\/fast\/.*\.git\/objects\/[0-9a-f]{2}\/.*\n/m.exec(sums) ?? []; // a quiet one: each object has a ref
    await rm(path.join(broken, line.trim().slice(66)));
    await writeFile(path.join(broken, 'SHA256SUMS'), sums.replace(line, ''));

    const failed = await runCli(['restore', broken], settingsOf('failed'));

    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr.trim().split('\n').at(-1)).toMatch(
      /^The restore failed: (.*[0-9a-f]{40}|fatal: bad object refs\/)/, // by what the missing object is
    );
    expect(failed.stdout).toContain('compared with the backup');
    expect((await digestsBelow(at('failed'))).size).toBe(0);
    expect(await readdir(at('failed', 'data'))).toEqual([]);
    await rm(broken, { recursive: true });
  });

  it('backup that is killed leaves nothing that restore accepts, and the next one is whole', async () => {
    const folder = at('cut-off');
    await killCliAfter('Database:', ['backup', folder], source);

    for (const left of [folder, `${folder}.incomplete`]) {
      expect(await runCli(['restore', left], settingsOf('unwritten'))).toMatchObject({ code: 1, stdout: '' });
    }
    expect(await runCli(['backup', folder], source)).toMatchObject({ code: 0 });
    expect(await readdir(scratch)).not.toContain('cut-off.incomplete');
  });

  it('backup leaves one to the same folder alone that is under way, and refuses the folder when that has ended', async () => {
    const folder = at('twice');
    const both = await Promise.all([runCli(['backup', folder], source), runCli(['backup', folder], source)]);
    const [refused, done] = both.toSorted((one, other) => Number(other.code) - Number(one.code));

    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(refused).toMatchObject({
      code: 1,
      stderr: `${folder} is not empty: choose a folder that does not exist yet.\n`,
    });
    expect(await verifyBackup(folder)).toBeGreaterThan(0);
    expect(await readdir(scratch)).not.toContain('twice.incomplete');
  });

  it('backup and restore say in one line that a folder cannot be made, before anything else', async () => {
    await symlink(at('nowhere', 'below'), at('dangling'));

    const answers = [
      await runCli(['backup', at('dangling')], source),
      await runCli(['backup', at('dangling', 'monday')], source),
      await runCli(['restore', backup], { ...settingsOf('unwritten'), DATA_DIR: at('dangling') }),
    ];

    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual([
      [1, `${at('dangling')} is a link: choose a folder that does not exist yet.\n`],
      [1, `backup: ${at('dangling')} is no directory.\n`],
      [1, `DATA_DIR: ${at('dangling')} is no directory.\n`],
    ]);
    expect(answers.map(({ stdout }) => stdout.includes('Database:'))).toEqual([false, false, false]);
  });

  it('backup tells a database that is not there from one that it may not look at', async () => {
    await mkdir(at('strange'));
    await symlink('postgres', at('strange', 'postgres')); // leads to itself, as one that others own leads nowhere
    const of = (name: string) => runCli(['backup', at('none-of', name)], { DATA_DIR: at(name) });

    expect((await of('absent')).stderr).toBe(`There is no database in ${at('absent')}: nothing to back up.\n`);
    expect((await of('strange')).stderr).toMatch(/^The backup failed: ELOOP: .*\n$/);
  });

  it('backup refuses a folder that has something in it, and one inside of the instance', async () => {
    expect((await runCli(['backup', backup], source)).stderr).toContain('is not empty');
    expect((await runCli(['backup', at('source', 'data', 'backup')], source)).stderr).toContain('part of the instance');
  });

  it('backup refuses a database that a newer version has migrated: its rows may name more than this one copies', async () => {
    const inDatabase = (statement: string) =>
      withEmbeddedDatabase({ dataDir: source.DATA_DIR } as Env, async (client) => {
        await client.query(statement);
      });
    await inDatabase(`insert into migrations (timestamp, name) values (9999999999999, 'AddLater9999999999999')`);

    const refused = await runCli(['backup', at('too-new')], source);
    await inDatabase(`delete from migrations where timestamp = 9999999999999`);

    expect(refused).toMatchObject({
      code: 1,
      stderr: 'The database was migrated by a newer Slipway (AddLater9999999999999): back it up with that one.\n',
    });
    expect((await readdir(scratch)).filter((name) => name.startsWith('too-new'))).toEqual([]);
  });

  it('backup and restore refuse DATABASE_URL with a sentence that leads to the README', async () => {
    const env = { ...source, DATABASE_URL: 'postgres://slipway@127.0.0.1:1/slipway' };
    for (const command of ['backup', 'restore']) {
      const refused = await runCli([command, at('elsewhere')], env);

      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('"Backup with DATABASE_URL"');
    }
  });

  it('doctor exits with 1 and names a repository, a blob or a whole storage that is gone', async () => {
    const target = settingsOf('examined');
    expect(await runCli(['restore', backup], target)).toMatchObject({ code: 0 });
    const whole = await runCli(['doctor'], target);
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.stdout).toMatch(/^repositories: all \d+ are there$/m);
    expect(whole.stdout).toMatch(/^blobs: all \d+ are there$/m);

    const repository = [...(await digestsBelow(at('examined', 'storage'))).keys()].find((name) =>
      name.endsWith('HEAD'),
    );
    const gone = path.dirname(repository ?? '');
    await rm(at('examined', 'storage', gone), { recursive: true });
    const named = await readFile(path.join(backup, 'inventory', 'blobs.tsv'), 'utf8');
    const blob = /^(\S+)\t\d+\timage blob/m.exec(named)?.[1] ?? '';
    const objects = await digestsBelow(at('examined', 'data', 'blobs', 'objects')); // some of them no row names yet
    const object = [...objects.keys()].find((name) => path.basename(name) === blob) ?? '';
    await rm(at('examined', 'data', 'blobs', 'objects', object));
    const lacking = await runCli(['doctor'], target);

    expect(lacking).toMatchObject({ code: 1 });
    expect(lacking.stdout).toMatch(/^repositories: 1 of \d+ missing$/m);
    expect(lacking.stdout).toContain(`  ${gone} on default is missing\n`);
    expect(lacking.stdout).toMatch(/^blobs: 1 of \d+ missing$/m);
    expect(lacking.stdout).toContain(`  object ${blob} of image blob sha256:`);
    expect(await runCli(['doctor', '--quick'], target)).toMatchObject({ code: 0 });

    await rm(at('examined', 'storage'), { recursive: true });
    const emptied = await runCli(['doctor', '--quick'], target);
    expect(emptied).toMatchObject({ code: 1 });
    expect(emptied.stdout).toContain('storages: without their repositories: default\n');
    expect(await runCli(['backup', at('of-emptied')], target)).toMatchObject({ code: 1 });
    expect(await readdir(scratch)).not.toContain('of-emptied');
  });

  it('pause-deletions runs a program and exits with its exit code', async () => {
    expect(await runCli(['pause-deletions', 'sh', '-c', 'echo copied; exit 3'], source)).toMatchObject({
      code: 3,
      stdout: 'copied\n',
    });
    expect(await runCli(['pause-deletions', at('no-program')], source)).toMatchObject({ code: 1, stdout: '' });
  });

  it('pause-deletions that is told to stop stops its program', async () => {
    const program = `trap "echo told > '${at('told')}'; exit 1" TERM; echo running; sleep 9 >&- 2>&- & wait`;

    const code = await killCliAfter('running', ['pause-deletions', 'sh', '-c', program], source, 'SIGTERM');

    expect(code).toBe(143);
    await until(async () => (await readFile(at('told'), 'utf8').catch(() => '')) === 'told\n');
  });

  it('backup leaves SECRET_KEY and a bucket to the operator, and restore says so', async () => {
    const bucket = await S3Server.start();
    const { url, accessKeyId, secretAccessKey } = bucket.settings('blobs');
    const s3 = { BLOB_STORE: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    const own = settingsOf('keyed', { SECRET_KEY: KEY, ...s3 });
    const keyed = await startService(own);
    expect(await keyed.end('SIGTERM')).toBe(0);

    const taken = await runCli(['backup', at('keyed-backup')], own); // the service is stopped
    const refused = await runCli(['restore', at('keyed-backup')], settingsOf('keyed-restored'));
    const restored = await runCli(['restore', at('keyed-backup')], settingsOf('keyed-restored', s3));
    await bucket.stop();

    expect(taken.stdout).toContain('copy the objects of the bucket by its own means');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('BLOB_STORE is s3');
    expect(restored).toMatchObject({ code: 0 });
    expect(taken.stdout).toContain('keep SECRET_KEY of the environment');
    expect(restored.stdout).toContain('start it with the SECRET_KEY that the instance had');
    const files = [...(await digestsBelow(at('keyed-backup'))).keys()];
    expect(files).not.toContain('secret_key');
  });
});

async function flipByte(name: string): Promise<void> {
  const file = await open(name, 'r+');
  const { size } = await file.stat();
  const position = Math.floor(size / 2);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position);
  await file.close();
}

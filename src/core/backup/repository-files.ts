import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, opendir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { hasCode } from '../../platform/blob/filesystem/durable.js';
import type { Env } from '../../platform/config/env.js';
import { GitHome } from '../../platform/git/git-home.js';
import { REPOSITORY_DIRECTORIES } from '../../platform/git/git-directory.js';

const run = promisify(execFile);

const TOP_FILES = ['HEAD', 'config', 'description'];
const COMMIT_GRAPH = 'commit-graph';
const LOOSE_DIRECTORY = /^[0-9a-f]{2}$/;
const LOOSE_OBJECT = /^[0-9a-f]{38}$/;
/** Lock files, `.keep` files of running pushes and temporary files are left out. */
const PACK_FILE = /^(pack-[0-9a-f]{40})\.(pack|idx|rev|bitmap|mtimes)$/;

/** Git's report about a damaged repository. */
export class RepositoryDamaged extends Error {}

/** Repository files and git commands for programs that run next to the service, or without it. */
export class RepositoryFiles {
  private readonly home: GitHome;

  constructor(env: Env) {
    this.home = new GitHome(env);
  }

  /**
   * Passes the refs to `use` as the text of a `packed-refs` file, read once by git's own rules, so that it contains
   * neither a partial update nor a name twice. Throws {@link RepositoryDamaged} when the stream has ended.
   */
  async readRefs(directory: string, use: (text: Readable) => Promise<void>): Promise<void> {
    const args = this.argumentsFor(directory, ['for-each-ref', '--format=%(objectname) %(refname)']);
    const child = spawn('git', args, { env: this.home.environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    let errorOutput = '';
    child.stderr.on('data', (chunk: Buffer) => (errorOutput = (errorOutput + chunk.toString()).slice(0, 500)));
    // An unread stream is emptied when its process ends, so it is piped at once, whatever `use` does first.
    const text = child.stdout.pipe(new PassThrough());
    await use(text);
    await ended;
    if (child.exitCode !== 0 || errorOutput !== '') {
      throw new RepositoryDamaged(errorOutput.trim()); // git omits a broken ref with just a warning
    }
  }

  /** Throws {@link RepositoryDamaged} unless every object reachable from a ref exists. */
  async requireConnected(directory: string): Promise<void> {
    const args = this.argumentsFor(directory, ['rev-list', '--objects', '--all', '--quiet']);
    await run('git', args, { env: this.home.environment }).catch((error: unknown) => {
      throw new RepositoryDamaged(errorOf(error));
    });
  }

  private argumentsFor(directory: string, command: readonly string[]): string[] {
    return ['-c', `safe.directory=${directory}`, `--git-dir=${directory}`, ...command];
  }
}

/** Creates the directories of a repository that contain no files now. */
export async function makeSkeleton(directory: string): Promise<void> {
  for (const inner of REPOSITORY_DIRECTORIES) {
    await mkdir(path.join(directory, inner), { recursive: true, mode: 0o700 });
  }
}

/**
 * Yields the files of a repository except its refs, relative to it. Objects of pushes that are not yet accepted are
 * stored elsewhere and are not included. New objects may be added during the iteration; the caller ensures that none is
 * removed.
 */
export async function* filesOf(directory: string): AsyncGenerator<string> {
  const names = await namesIn(directory);
  yield* TOP_FILES.filter((name) => names.includes(name));
  for (const name of await namesIn(path.join(directory, 'info'))) {
    yield `info/${name}`;
  }
  if ((await namesIn(path.join(directory, 'objects/info'))).includes(COMMIT_GRAPH)) {
    yield `objects/info/${COMMIT_GRAPH}`;
  }
  for (const name of await namesIn(path.join(directory, 'objects'))) {
    if (LOOSE_DIRECTORY.test(name)) {
      yield* looseObjects(directory, name);
    }
  }
  yield* packFiles(await namesIn(path.join(directory, 'objects/pack')));
}

async function* looseObjects(directory: string, shard: string): AsyncGenerator<string> {
  const opened = await opendir(path.join(directory, 'objects', shard));
  for await (const { name } of opened) {
    if (LOOSE_OBJECT.test(name)) {
      yield `objects/${shard}/${name}`;
    }
  }
}

/** The index of a pack is written last: a pack without one is incomplete. */
function packFiles(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => {
      const pack = PACK_FILE.exec(name)?.[1];
      return pack !== undefined && names.includes(`${pack}.idx`) && names.includes(`${pack}.pack`);
    })
    .map((name) => `objects/pack/${name}`);
}

const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) {
      return [];
    }
    throw error;
  });

function errorOf(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return (output || String(error)).slice(0, 500);
}

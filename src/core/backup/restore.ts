import { createReadStream } from 'node:fs';
import { access, lstat, readdir, realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { hasCode, syncDirectory } from '../../platform/blob/filesystem/durable.js';
import { StoredFiles } from '../../platform/blob/filesystem/stored-files.js';
import { inParallel } from '../../common/concurrency/in-parallel.js';
import { blobStoreSettings, fileStoreDirectory } from '../../platform/blob/open-blob-store.js';
import { CommandFailed, commandFailed } from '../../platform/cli/command-failed.js';
import type { Env } from '../../platform/config/env.js';
import { makeConfiguredDirectory } from '../../platform/config/make-configured-directory.js';
import { requireSameRows, restoreDatabase } from '../../platform/database/dump/restore-database.js';
import { markFinished, markUnfinished, UNFINISHED_MARK } from '../../platform/database/embedded/unfinished-restore.js';
import { migrateTo, unknownMigrations } from '../../platform/database/migrate.js';
import { listedFiles } from './checksum-list.js';
import { withClient, withNewDatabase } from './embedded-instance.js';
import { copyInto } from './file-digest.js';
import { listedBlobs, listedRepositories, nameOf } from './inventory.js';
import type { ListedRepository } from './inventory.js';
import { readManifest } from './manifest.js';
import type { Manifest } from './manifest.js';
import { makeSkeleton, RepositoryFiles } from './repository-files.js';
import { removeTree } from './remove-tree.js';
import { syncFileSystem } from './sync-file-system.js';
import { verifyBackup } from './verify-backup.js';

const FILES_AT_ONCE = 8;

export interface RestoreRequest {
  readonly env: Env;
  readonly backup: string;
  readonly report: (line: string) => void;
}

/**
 * Restores an instance from a backup into empty directories. Until the last step the data directory carries a mark, so
 * that nothing starts on a partial instance. When it fails, the directories are emptied again.
 */
export class Restore {
  private readonly blobDirectory: string | null;
  private readonly repositoryFiles: RepositoryFiles;

  constructor(private readonly request: RestoreRequest) {
    const { env } = request;
    this.blobDirectory = fileStoreDirectory(blobStoreSettings(env));
    this.repositoryFiles = new RepositoryFiles(env);
  }

  /** Throws {@link CommandFailed} before anything is written when the backup or the directories cannot be used. */
  async run(): Promise<void> {
    const { env, backup, report } = this.request;
    const manifest = await readManifest(backup);
    this.requireFit(manifest);
    for (const directory of this.directories) {
      await requireEmpty(directory);
    }
    report(`Verified: ${await verifyBackup(backup)} files`);
    await makeConfiguredDirectory('DATA_DIR', env.dataDir, 0o700);
    await markUnfinished(env.dataDir);
    try {
      await this.fill(manifest);
    } catch (error) {
      await this.empty();
      throw commandFailed('The restore', error);
    }
    await markFinished(env.dataDir);
    await syncDirectory(env.dataDir);
  }

  private async fill(manifest: Manifest): Promise<void> {
    await this.restoreDatabase(manifest);
    await this.copyFiles();
    await this.checkBlobs(manifest);
    await this.checkRepositories();
    for (const directory of this.directories) {
      await access(directory).then(
        () => syncFileSystem(directory),
        () => undefined, // nothing was written into it
      );
    }
  }

  /** Checks that the settings have storages for all contents of the backup, and that this version knows its schema. */
  private requireFit({ database, program, repositories, blobs }: Manifest): void {
    const { env } = this.request;
    if (unknownMigrations(database.migrations).length > 0) {
      throw new CommandFailed(`The backup was made by a newer Slipway (${program}): restore it with that one.`);
    }
    const missing = Object.keys(repositories).filter((name) => !env.storages.has(name));
    if (missing.length > 0) {
      throw new CommandFailed(`The backup has repositories of ${missing.join(', ')}: name that storage in STORAGES.`);
    }
    if ((blobs.store === 's3') !== (this.blobDirectory === null)) {
      throw new CommandFailed(`The backup is of an instance whose BLOB_STORE is ${blobs.store}: set one of that kind.`);
    }
  }

  private async restoreDatabase({ database }: Manifest): Promise<void> {
    const { env, backup, report } = this.request;
    await withNewDatabase(env, async (connection) => {
      await migrateTo(connection, database.migrations);
      await withClient(connection, 'slipway restore', async (client) => {
        await restoreDatabase(client, database, (name) => createReadStream(path.join(backup, 'database', name)));
        await requireSameRows(client, database);
      });
    });
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Database: ${database.tables.length} tables, ${rows} rows, compared with the backup`);
  }

  private async copyFiles(): Promise<void> {
    const { backup } = this.request;
    for await (const files of listedFiles(backup)) {
      await inParallel(FILES_AT_ONCE, files, async ({ name }) => {
        const target = this.targetOf(name);
        if (target !== null) {
          await copyInto(path.join(backup, name), target);
        }
      });
    }
  }

  /** Null for a name that is not a file of an instance. */
  private targetOf(name: string): string | null {
    const { env } = this.request;
    const [kind, first = '', ...rest] = name.split('/');
    switch (kind) {
      case 'secret_key':
        return path.join(env.dataDir, 'secret_key');
      case 'blobs':
        return path.join(this.blobDirectory ?? '', first, ...rest);
      case 'repositories':
        return path.join(this.storageOf(first), ...rest);
      default:
        return null;
    }
  }

  private storageOf(name: string): string {
    const directory = this.request.env.storages.get(name);
    if (directory === undefined) {
      throw new CommandFailed(`The backup has repositories of ${name}: name that storage in STORAGES.`);
    }
    return directory;
  }

  private async checkBlobs({ blobs: { store, objects } }: Manifest): Promise<void> {
    const { backup, report } = this.request;
    if (store === 's3' || this.blobDirectory === null) {
      report('Blobs: not part of the backup; the bucket of BLOB_STORE needs the objects that it had.');
      return;
    }
    const stored = new StoredFiles(this.blobDirectory);
    for await (const blobs of listedBlobs(backup)) {
      await inParallel(FILES_AT_ONCE, blobs, async ({ key, size, owner }) => {
        if ((await stored.size(key)) !== size) {
          throw new CommandFailed(`The bytes of ${owner} were not restored (object ${key}).`);
        }
      });
    }
    report(`Blobs: ${objects} objects, each that rows name is there`);
  }

  private async checkRepositories(): Promise<void> {
    const { backup, report } = this.request;
    let checked = 0;
    for await (const repositories of listedRepositories(backup)) {
      await inParallel(availableParallelism(), repositories, async (repository) => {
        if (await this.checkRepository(repository)) {
          checked += 1;
        }
      });
    }
    report(`Repositories: ${checked}, each with the objects of its refs`);
  }

  /** Returns false for a repository that was never written to. */
  private async checkRepository(repository: ListedRepository): Promise<boolean> {
    const inBackup = path.join(this.request.backup, nameOf(repository), 'HEAD');
    if (!(await exists(inBackup))) {
      return false;
    }
    const directory = path.resolve(this.storageOf(repository.storage), repository.relativePath);
    await makeSkeleton(directory);
    await this.repositoryFiles.requireConnected(directory);
    return true;
  }

  private get directories(): readonly string[] {
    const { env } = this.request;
    return [env.dataDir, ...env.storages.values(), ...(this.blobDirectory === null ? [] : [this.blobDirectory])];
  }

  /** The mark is removed last: until then nothing starts here. */
  private async empty(): Promise<void> {
    for (const directory of this.directories) {
      await removeContents(directory);
    }
    await markFinished(this.request.env.dataDir);
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function entriesOf(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) {
      return [];
    }
    throw new CommandFailed(`${directory} cannot be used: make it a folder, or choose another one.`);
  });
}

async function requireEmpty(directory: string): Promise<void> {
  const entries = (await entriesOf(directory)).filter((name) => name !== 'lost+found');
  if (entries.length > 0) {
    throw new CommandFailed(`${directory} is not empty, and nothing is ever overwritten: empty it, or choose another.`);
  }
}

/** Removes everything except the mark. When run as root, the embedded database may be elsewhere, behind a link. */
async function removeContents(directory: string): Promise<void> {
  for (const name of (await entriesOf(directory)).filter((entry) => entry !== UNFINISHED_MARK)) {
    const entry = path.join(directory, name);
    if ((await lstat(entry)).isSymbolicLink()) {
      await removeTree(await realpath(entry));
    }
    await removeTree(entry);
  }
}

import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { inBatches } from '../../platform/blob/in-batches.js';
import { inParallel } from '../../common/concurrency/in-parallel.js';
import { StoredFiles } from '../../platform/blob/filesystem/stored-files.js';
import { blobStoreSettings, fileStoreDirectory } from '../../platform/blob/open-blob-store.js';
import { CommandFailed } from '../../platform/cli/command-failed.js';
import type { Env } from '../../platform/config/env.js';
import { VERSION } from '../../platform/config/version.js';
import { appliedMigrations, dumpDatabase, inSnapshot } from '../../platform/database/dump/dump-database.js';
import type { DatabaseDump } from '../../platform/database/dump/dump-database.js';
import { unknownMigrations } from '../../platform/database/migrate.js';
import { DeletionsGoOn, pauseDeletions, requirePaused } from '../../platform/database/pausable-deletions.js';
import type { BackupWriter } from './backup-writer.js';
import { BLOB_LIST, listedBlobs, listedRepositories, nameOf, REPOSITORY_LIST } from './inventory.js';
import type { ListedRepository } from './inventory.js';
import { blobLines, repositoryLines } from './inventory.repository.js';
import { BACKUP_FORMAT, MANIFEST } from './manifest.js';
import type { Manifest } from './manifest.js';
import { filesOf, makeSkeleton, RepositoryDamaged, RepositoryFiles } from './repository-files.js';

const FILES_AT_ONCE = 8;
const BATCH = 500;

export interface BackupRequest {
  readonly env: Env;
  readonly client: Client;
  readonly writer: BackupWriter;
  readonly report: (line: string) => void;
}

/**
 * Backs up a whole instance while it runs. Deletions are paused; then one snapshot of the database determines what
 * belongs to the backup. Bytes are stored before their row, so the files copied after the snapshot include everything
 * that it refers to.
 */
export class Backup {
  private readonly repositoryFiles: RepositoryFiles;

  constructor(private readonly request: BackupRequest) {
    this.repositoryFiles = new RepositoryFiles(request.env);
  }

  /**
   * Throws {@link CommandFailed} when something that rows refer to is missing or damaged, or when the schema may
   * contain unknown references.
   */
  async run(): Promise<void> {
    const { client, writer, report } = this.request;
    report('Waiting for deletions under way ...');
    await pauseDeletions(client).catch((error: unknown) => {
      throw error instanceof DeletionsGoOn ? new CommandFailed(`${error.message} Try again later.`) : error;
    });
    await writer.begin();
    const database = await this.copyDatabase();
    const blobs = await this.copyBlobs();
    const repositories = await this.copyRepositories();
    const secretKey = await this.copyKey();
    await requirePaused(client).catch(() => {
      throw new CommandFailed('The database went away meanwhile: try again.');
    });
    await this.writeManifest({ database, blobs, repositories, secretKey });
  }

  private async copyDatabase(): Promise<DatabaseDump> {
    const { client, writer, report } = this.request;
    const dump = await inSnapshot(client, async () => {
      requireKnown(await appliedMigrations(client));
      await writer.write(REPOSITORY_LIST, repositoryLines(client));
      await writer.write(BLOB_LIST, await blobLines(client));
      return dumpDatabase(client, (name, bytes) => writer.write(`database/${name}`, bytes));
    });
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Database: ${dump.tables.length} tables, ${rows} rows`);
    return dump;
  }

  private async copyBlobs(): Promise<Manifest['blobs']> {
    const { env, writer, report } = this.request;
    const directory = fileStoreDirectory(blobStoreSettings(env));
    if (directory === null) {
      report('Blobs: not part of this backup; copy the objects of the bucket by its own means.');
      return { store: 's3', objects: 0 };
    }
    const stored = new StoredFiles(directory);
    let objects = 0;
    for await (const batch of inBatches(stored.list(), BATCH)) {
      const files = batch.flat();
      await inParallel(FILES_AT_ONCE, files, (file) =>
        writer.copy(`blobs/objects/${file}`, path.join(stored.directory, file)),
      );
      objects += batch.length;
    }
    await this.requireBlobs(new StoredFiles(writer.pathOf('blobs')));
    report(`Blobs: ${objects} objects`);
    return { store: 'file', objects };
  }

  /** Checks that every object that rows of the snapshot refer to is in the backup. */
  private async requireBlobs(copied: StoredFiles): Promise<void> {
    for await (const blobs of listedBlobs(this.request.writer.directory)) {
      await inParallel(FILES_AT_ONCE, blobs, async ({ key, size, owner }) => {
        if ((await copied.size(key)) !== size) {
          throw new CommandFailed(`The bytes of ${owner} are missing (object ${key}); see \`doctor\`.`);
        }
      });
    }
  }

  private async copyRepositories(): Promise<Manifest['repositories']> {
    const { env, writer, report } = this.request;
    const copied: Record<string, number> = Object.fromEntries([...env.storages.keys()].map((name) => [name, 0]));
    for await (const repositories of listedRepositories(writer.directory)) {
      await inParallel(availableParallelism(), repositories, async (repository) => {
        if (await this.copyRepository(repository)) {
          copied[repository.storage] = (copied[repository.storage] ?? 0) + 1;
        }
      });
    }
    for (const [storage, count] of Object.entries(copied)) {
      report(`Storage ${storage}: ${count} repositories`);
    }
    return copied;
  }

  /** Returns false for a repository that was never written to. */
  private async copyRepository(repository: ListedRepository): Promise<boolean> {
    const name = nameOf(repository);
    const root = this.request.env.storages.get(repository.storage);
    const directory = path.resolve(root ?? '', repository.relativePath);
    if (root === undefined || !(await exists(path.join(directory, 'HEAD')))) {
      if (repository.isWritten) {
        throw new CommandFailed(`The repository ${name} is missing; see \`doctor\`.`);
      }
      return false;
    }
    try {
      await this.copyFiles(name, directory);
    } catch (error) {
      throw error instanceof RepositoryDamaged
        ? new CommandFailed(`The repository ${directory} is damaged: ${error.message}`)
        : error;
    }
    return true;
  }

  /** Copies refs first: every object reachable from them exists by then. */
  private async copyFiles(name: string, directory: string): Promise<void> {
    const { writer } = this.request;
    await this.repositoryFiles.readRefs(directory, (text) => writer.write(`${name}/packed-refs`, text));
    for await (const files of inBatches(filesOf(directory), BATCH)) {
      await inParallel(FILES_AT_ONCE, files, (file) => writer.copy(`${name}/${file}`, path.join(directory, file)));
    }
    await makeSkeleton(writer.pathOf(name));
    await this.repositoryFiles.requireConnected(writer.pathOf(name));
  }

  private async copyKey(): Promise<Manifest['secretKey']> {
    const { env, writer, report } = this.request;
    if (env.secretKey !== undefined) {
      report('Secret key: not part of this backup; keep SECRET_KEY of the environment beside it.');
      return 'SECRET_KEY';
    }
    await writer.copy('secret_key', path.join(env.dataDir, 'secret_key'));
    report('Secret key: included; keep the backup as safe as the instance.');
    return 'included';
  }

  private async writeManifest(parts: Omit<Manifest, 'format' | 'program' | 'createdAt'>): Promise<void> {
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      program: VERSION,
      createdAt: new Date().toISOString(),
      ...parts,
    };
    await this.request.writer.write(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]));
  }
}

/** Rows of a newer schema may refer to blobs and repositories in columns that this version does not know. */
function requireKnown(migrations: readonly string[]): void {
  const [unknown] = unknownMigrations(migrations);
  if (unknown !== undefined) {
    throw new CommandFailed(`The database was migrated by a newer Slipway (${unknown}): back it up with that one.`);
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

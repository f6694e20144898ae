import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { unavailable } from '../../../common/errors/catalogue.js';
import { InvalidSetting } from '../../../platform/config/env-reader.js';
import { Env } from '../../../platform/config/env.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { FileText } from '../../../platform/git/new-repository.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { weightsInForce } from '../../../core/settings/storage-weights.js';
import { RepositoriesRepository } from './repositories.repository.js';
import type { Repository } from '../repository.js';
import { turnOf } from '../repository.js';
import { clashOf, isRepository, openStorage, readStorageId, storageProof } from './storage-directories.js';
import type { StorageDirectory } from './storage-directories.js';
import { pickStorage } from './storage-pick.js';

/** Number of repositories checked at start: if all of these are missing, the storage has lost its content. */
const SAMPLED = 20;

/** The configured directories that contain repositories (contract: storage-moves §1). */
@Injectable()
export class StoragesService implements OnModuleInit {
  private opened: ReadonlyMap<string, StorageDirectory> = new Map();
  private readonly emptied = new Set<string>();

  constructor(
    private readonly env: Env,
    private readonly settings: SettingsService,
    private readonly repositories: RepositoriesRepository,
  ) {}

  /**
   * Creates missing directories; this is done at start only. Throws {@link InvalidSetting} for storages that overlap.
   */
  async onModuleInit(): Promise<void> {
    const opened = await Promise.all([...this.env.storages].map(([name, dir]) => this.open(name, dir)));
    const clash = clashOf(opened);
    if (clash !== undefined) {
      throw new InvalidSetting(clash);
    }
    this.opened = new Map(opened.map((storage) => [storage.name, storage]));
    for (const storage of opened) {
      if (await this.isEmptied(storage)) {
        this.emptied.add(storage.name);
      }
    }
  }

  get names(): readonly string[] {
    return [...this.env.storages.keys()];
  }

  /** Picks a storage by the weights that the surrounding transaction sees. */
  async pick(): Promise<string> {
    return (await this.picks())();
  }

  /** Returns a function that picks storages by the current weights. */
  async picks(): Promise<() => string> {
    const { repositoryStoragesWeighted } = await this.settings.fresh();
    const weights = weightsInForce(repositoryStoragesWeighted, this.env.storages);
    return () => pickStorage(this.names, weights, Math.random());
  }

  /** Returns the directory of a storage. Throws 503 if it is not configured. */
  directoryOf(storage: string): string {
    const held = this.opened.get(storage);
    if (!held) {
      throw unavailable();
    }
    return held.directory;
  }

  /** Like {@link directoryOf}, but returns null if the storage is not configured. */
  configuredDirectoryOf(storage: string): string | null {
    return this.opened.get(storage)?.directory ?? null;
  }

  /** Storages whose repositories were missing at start, because another disk or none was mounted there. */
  get lackingRepositories(): readonly string[] {
    return [...this.emptied];
  }

  /** Returns the directory of the repository. Throws 503 if its storage is not configured. */
  gitDirOf(repository: Repository): GitDirectory {
    const directory = path.join(this.directoryOf(repository.storage), repository.relativePath);
    return { path: directory, turn: turnOf(repository) };
  }

  /** Whether the directory exists and is the same as at start. */
  async isReachable(storage: string): Promise<boolean> {
    const held = this.usable(storage);
    return held ? (await readStorageId(held.directory)) === held.id : false;
  }

  /** Returns the file that shows that the directory is the same as at start. Throws 503 if it was unusable then. */
  proofOf(storage: string): FileText {
    const held = this.usable(storage);
    if (!held) {
      throw unavailable();
    }
    return storageProof(held);
  }

  /** Throws 503 unless the directory exists and is the same as at start. */
  async requireReachable(storage: string): Promise<void> {
    if (!(await this.isReachable(storage))) {
      throw unavailable();
    }
  }

  private usable(storage: string): StorageDirectory | undefined {
    return this.emptied.has(storage) ? undefined : this.opened.get(storage);
  }

  /** Whether the storage should contain repositories but none of those sampled exists. */
  private async isEmptied({ name, directory }: StorageDirectory): Promise<boolean> {
    const written = await this.repositories.writtenOn(name, SAMPLED);
    const found = await Promise.all(
      written.map(({ relativePath }) => isRepository(path.join(directory, relativePath))),
    );
    return written.length > 0 && !found.includes(true);
  }

  private async open(name: string, directory: string): Promise<StorageDirectory> {
    try {
      return await openStorage(name, directory);
    } catch {
      throw new InvalidSetting(`STORAGES: the directory of "${name}" cannot be used.`);
    }
  }
}

import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { unavailable } from '../../../common/errors/catalogue.js';
import { InvalidSetting } from '../../../platform/config/env-reader.js';
import { Env } from '../../../platform/config/env.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { weightsInForce } from '../../../core/settings/storage-weights.js';
import { RepositoriesRepository } from './repositories.repository.js';
import type { Repository } from '../repository.js';
import { turnOf } from '../repository.js';
import { clashOf, isRepository, openStorage, readStorageId } from './storage-directories.js';
import type { StorageDirectory } from './storage-directories.js';
import { pickStorage } from './storage-pick.js';

/** Of a storage whose first repositories are all gone, the others need not be looked for. */
const SAMPLED = 20;

/** The configured directories that repositories lie in (contract: storage-moves §1). */
@Injectable()
export class StoragesService implements OnModuleInit {
  private opened: ReadonlyMap<string, StorageDirectory> = new Map();
  private readonly emptied = new Set<string>();

  constructor(
    private readonly env: Env,
    private readonly settings: SettingsService,
    private readonly repositories: RepositoriesRepository,
  ) {}

  /** Missing directories are made at start and only then. Throws {@link InvalidSetting} for storages that overlap. */
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

  /** By the weights as they stand in the surrounding transaction. */
  async pick(): Promise<string> {
    return (await this.picks())();
  }

  /** One pick after another, all by the weights as they stand now. */
  async picks(): Promise<() => string> {
    const { repositoryStoragesWeighted } = await this.settings.fresh();
    const weights = weightsInForce(repositoryStoragesWeighted, this.env.storages);
    return () => pickStorage(this.names, weights, Math.random());
  }

  /** The directory of a storage; throws 503 when it is not configured. */
  directoryOf(storage: string): string {
    const held = this.opened.get(storage);
    if (!held) {
      throw unavailable();
    }
    return held.directory;
  }

  /** The same, null when it is not configured. */
  configuredDirectoryOf(storage: string): string | null {
    return this.opened.get(storage)?.directory ?? null;
  }

  /** Storages that lacked their repositories at the start: another disk was mounted there, or none. */
  get lackingRepositories(): readonly string[] {
    return [...this.emptied];
  }

  /** Where the repository lies; throws 503 when its storage is not configured. */
  gitDirOf(repository: Repository): GitDirectory {
    const directory = path.join(this.directoryOf(repository.storage), repository.relativePath);
    return { path: directory, turn: turnOf(repository) };
  }

  /** Whether the directory is there and still the one that it was at the start. */
  async isReachable(storage: string): Promise<boolean> {
    const held = this.opened.get(storage);
    if (!held || this.emptied.has(storage)) {
      return false;
    }
    return (await readStorageId(held.directory)) === held.id;
  }

  /** Whether rows name repositories there, of which none is found. */
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

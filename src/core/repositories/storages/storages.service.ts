import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { unavailable } from '../../../common/errors/catalogue.js';
import { InvalidSetting } from '../../../platform/config/env-reader.js';
import { Env } from '../../../platform/config/env.js';
import type { GitPlace } from '../../../platform/git/git-place.js';
import { SettingsService } from '../../settings/settings.service.js';
import { weightsInForce } from '../../settings/storage-weights.js';
import type { Repository } from '../repository.js';
import { turnOf } from '../repository.js';
import { clashOf, openStorage, readStorageId } from './storage-directories.js';
import type { StorageDirectory } from './storage-directories.js';
import { pickStorage } from './storage-pick.js';

/** The configured directories that repositories lie in (contract: storage §1). */
@Injectable()
export class Storages implements OnModuleInit {
  private opened: ReadonlyMap<string, StorageDirectory> = new Map();

  constructor(
    private readonly env: Env,
    private readonly settings: SettingsService,
  ) {}

  /** Missing directories are made at start and only then. Throws {@link InvalidSetting} for storages that overlap. */
  async onModuleInit(): Promise<void> {
    const opened = await Promise.all([...this.env.storages].map(([name, dir]) => this.open(name, dir)));
    const clash = clashOf(opened);
    if (clash !== undefined) {
      throw new InvalidSetting(clash);
    }
    this.opened = new Map(opened.map((storage) => [storage.name, storage]));
  }

  get names(): readonly string[] {
    return [...this.env.storages.keys()];
  }

  /** By the weights as they stand in the surrounding transaction. */
  async pick(): Promise<string> {
    const { repositoryStoragesWeighted } = await this.settings.fresh();
    return pickStorage(this.names, weightsInForce(repositoryStoragesWeighted, this.env.storages), Math.random());
  }

  /** The directory of a storage; throws 503 when it is not configured. */
  directoryOf(storage: string): string {
    const held = this.opened.get(storage);
    if (!held) {
      throw unavailable();
    }
    return held.directory;
  }

  /** Where the repository lies; throws 503 when its storage is not configured. */
  placeOf(repository: Repository): GitPlace {
    const directory = path.join(this.directoryOf(repository.storage), repository.relativePath);
    return { directory, turn: turnOf(repository) };
  }

  /** Whether the directory is there and still the one that it was at the start. */
  async isReachable(storage: string): Promise<boolean> {
    const held = this.opened.get(storage);
    if (!held) {
      return false;
    }
    return (await readStorageId(held.directory)) === held.id;
  }

  private async open(name: string, directory: string): Promise<StorageDirectory> {
    try {
      return await openStorage(name, directory);
    } catch {
      throw new InvalidSetting(`STORAGES: the directory of "${name}" cannot be used.`);
    }
  }
}

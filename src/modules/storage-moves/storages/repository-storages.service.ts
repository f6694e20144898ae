import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { weightsInForce } from '../../../core/settings/storage-weights.js';
import { Env } from '../../../platform/config/env.js';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import { ContainerStoragesRepository } from './container-storages.repository.js';
import type { StorageFigures } from './storage-figures.js';

interface Count {
  readonly storage: string;
  readonly count: number;
  readonly bytes?: number;
}

/** Storages as shown to administrators (contract: storage-moves §13.6). */
@Injectable()
export class RepositoryStoragesService {
  constructor(
    private readonly figures: ContainerStoragesRepository,
    private readonly storages: StoragesService,
    private readonly settings: SettingsService,
    private readonly env: Env,
  ) {}

  /** Sorted by name. */
  async list(): Promise<StorageFigures[]> {
    const { project, snippet, group } = CONTAINER_KINDS;
    const [projects, snippets, groups] = await Promise.all([
      this.figures.figures(project),
      this.figures.figures(snippet),
      this.figures.figures(group),
    ]);
    const left = await Promise.all(Object.values(CONTAINER_KINDS).map((kind) => this.figures.leftovers(kind)));
    const { repositoryStoragesWeighted } = await this.settings.fresh();
    const weights = weightsInForce(repositoryStoragesWeighted, this.env.storages);
    return Promise.all(
      this.storages.names.toSorted().map(async (name) => ({
        name,
        weight: weights[name] ?? 0,
        isHealthy: await this.storages.isReachable(name),
        projects: sumOn(name, projects, ({ count }) => count),
        snippets: sumOn(name, snippets, ({ count }) => count),
        groups: sumOn(name, groups, ({ count }) => count),
        sizeBytes: sumOn(name, [...projects, ...snippets, ...groups], ({ bytes }) => bytes ?? 0),
        availableBytes: await this.available(name),
        leftovers: sumOn(name, left.flat(), ({ count }) => count),
      })),
    );
  }

  private available(name: string): Promise<number | null> {
    return statfs(this.storages.directoryOf(name)).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    );
  }
}

const sumOn = (storage: string, counts: readonly Count[], of: (count: Count) => number): number =>
  counts.filter((count) => count.storage === storage).reduce((sum, count) => sum + of(count), 0);

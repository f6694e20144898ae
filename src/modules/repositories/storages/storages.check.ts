import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { CheckFailed, HealthCheck } from '../../../core/health/health-check.js';
import { RepositoriesRepository } from './repositories.repository.js';
import { StoragesService } from './storages.service.js';

/**
 * Checks that every storage is writable and has repositories if rows say so, and that every repository is on a
 * configured storage; the failing storages are named (contract: storage-moves §1).
 */
@Injectable()
@Contributes(HealthCheck)
export class StoragesCheck extends HealthCheck {
  readonly name = 'storages';

  constructor(
    private readonly storages: StoragesService,
    private readonly repositories: RepositoriesRepository,
  ) {
    super();
  }

  override async probe(): Promise<void> {
    const { names, lackingRepositories } = this.storages;
    refuse('without their repositories', lackingRepositories);
    const results = await Promise.all(names.map(async (name) => [name, await this.isWritable(name)] as const));
    refuse(
      'not writable',
      results.filter(([, isWritable]) => !isWritable).map(([name]) => name),
    );
    const used = await this.repositories.storagesInUse().catch(() => []); // the database has its own check
    refuse(
      'not configured',
      used.filter((name) => !names.includes(name)),
    );
  }

  private async isWritable(name: string): Promise<boolean> {
    if (!(await this.storages.isReachable(name))) {
      return false;
    }
    const { R_OK, W_OK, X_OK } = constants;
    return access(this.storages.directoryOf(name), R_OK | W_OK | X_OK).then(
      () => true,
      () => false,
    );
  }
}

function refuse(what: string, names: readonly string[]): void {
  if (names.length > 0) {
    throw new CheckFailed(`${what}: ${names.join(', ')}`);
  }
}

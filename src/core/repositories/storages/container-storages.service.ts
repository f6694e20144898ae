import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../access/caller.js';
import { RepositoriesService } from '../repositories.service.js';
import type { ContainerRef, RepositoryType } from '../repository.js';
import { StoragesService } from './storages.service.js';

/** Gives new containers their storage and their repository row (contract: storage-moves §1, §8). */
@Injectable()
export class ContainerStoragesService {
  constructor(
    private readonly storages: StoragesService,
    private readonly repositories: RepositoriesService,
  ) {}

  /** What an administrator named, else a pick by weight. Throws 400 for an unknown name. */
  choose(named: string | undefined, caller: Pick<Caller, 'isAdmin'>): Promise<string> {
    if (named === undefined || !caller.isAdmin) {
      return this.storages.pick();
    }
    if (!this.storages.names.includes(named)) {
      throw invalidField('repository_storage', 'is not included in the list');
    }
    return Promise.resolve(named);
  }

  /** In the transaction that makes the container. */
  addRepository(container: ContainerRef, type: RepositoryType, storage: string): Promise<void> {
    return this.repositories.add(container, type, storage);
  }
}

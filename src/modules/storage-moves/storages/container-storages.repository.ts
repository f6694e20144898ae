import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { RepositoryEntity } from '../../repositories/storages/repository.entity.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { tablesOf } from '../records/container-tables.sql.js';
import { CONTAINER_STORAGE_COLUMNS } from './container-storage.columns.js';
import type { ContainerStorage } from './container-storage.js';

const FIGURES = { storage: columnsOf(RepositoryEntity, 'r', 'storage').storage, count: bigint`count(*)` };
const SIZES = { ...FIGURES, bytes: bigint`coalesce(sum(r.size_bytes), 0)::bigint` };

/** Which repositories are on which storage (contract: storage-moves §8, §13.6). */
@Injectable()
export class ContainerStoragesRepository {
  constructor(private readonly database: Database) {}

  find(kind: ContainerKind, containerId: number): Promise<ContainerStorage | null> {
    return this.database.row(
      select(
        CONTAINER_STORAGE_COLUMNS,
        sql`from (${tablesOf(kind).view}) v join repositories r on r.${tablesOf(kind).ownerColumn} = v.id
          where v.id = ${containerId} order by r.id limit 1`,
      ),
    );
  }

  /** Returns numbers and sizes in bytes of repositories by storage. */
  figures(kind: ContainerKind): Promise<RowOf<typeof SIZES>[]> {
    return this.database.rows(
      select(SIZES, sql`from repositories r where r.${tablesOf(kind).ownerColumn} is not null group by r.storage`),
    );
  }

  /** Returns the number of old copies that could not be removed, by storage. */
  leftovers(kind: ContainerKind): Promise<RowOf<typeof FIGURES>[]> {
    return this.database.rows(
      select(
        FIGURES,
        sql`from (select source_storage as storage from ${tablesOf(kind).moves} where has_leftover) r group by r.storage`,
      ),
    );
  }
}

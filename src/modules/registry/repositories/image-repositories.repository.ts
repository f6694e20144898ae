import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import { ContainerRepositoryEntity } from './container-repository.entity.js';

/** `change`: for manifests and tags, exclusive within a repository. `use`: for blobs, shared, but excludes deletion. */
export type RepositoryHold = 'change' | 'use';
const LOCKS = { change: raw('for no key update'), use: raw('for share') } as const;
const ATTEMPTS = 5;
const ID = columnsOf(ContainerRepositoryEntity, 'c', 'id');

/** Locks and updates rows of repositories during pushes. */
@Injectable()
export class ImageRepositoriesRepository {
  constructor(private readonly database: Database) {}

  /** The live repository of this name, created if there is none; locked until the transaction ends. */
  async lockOrCreate(projectId: number, name: string, hold: RepositoryHold): Promise<number> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const id = (await this.lockLive(projectId, name, hold)) ?? (await this.create(projectId, name));
      if (id !== null) {
        return id;
      }
    }
    throw new Error('The repository was made and deleted again and again meanwhile.');
  }

  /** Locks a repository for a change; returns false if it is gone, or its deletion was requested. */
  lockForChange(id: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from container_repositories where id = ${id} and status is null for no key update`);
  }

  /**
   * Records that a manifest or tag was added or removed. Only `notePush` makes the repository visible, with its first
   * manifest (contract: registry §3.2).
   */
  async noteChange(id: number): Promise<void> {
    await this.database.runWithNext(sql`update container_repositories set updated_at = now() where id = ${id}`);
  }

  async notePush(id: number): Promise<void> {
    await this.database.runWithNext(sql`
      update container_repositories set updated_at = now(), first_manifest_at = coalesce(first_manifest_at, now())
      where id = ${id}`);
  }

  private async lockLive(projectId: number, name: string, hold: RepositoryHold): Promise<number | null> {
    const row = await this.database.row(
      select(
        ID,
        sql`from container_repositories c
          where c.project_id = ${projectId} and c.name = ${name} and c.status is null ${LOCKS[hold]}`,
      ),
    );
    return row?.id ?? null;
  }

  /** Null if another request created it at the same time. */
  private async create(projectId: number, name: string): Promise<number | null> {
    const row = await this.database.row(
      returning(
        ID,
        sql`
          insert into container_repositories as c (project_id, name) values (${projectId}, ${name})
          on conflict (project_id, name) where status is null do nothing`,
      ),
    );
    return row?.id ?? null;
  }
}

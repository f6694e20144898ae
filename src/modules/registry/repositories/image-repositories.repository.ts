import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/**
 * `change`: manifests and tags; one at a time in each repository. `use`: blobs; many at a time, but no deletion.
 */
export type RepositoryHold = 'change' | 'use';
const LOCKS = { change: raw('for no key update'), use: raw('for share') } as const;
const ATTEMPTS = 5;

/** Rows of repositories while they are pushed to. */
@Injectable()
export class ImageRepositoriesRepository {
  constructor(private readonly database: Database) {}

  /** The live repository of that name, made when there is none, held until the transaction ends. */
  async lockOrCreate(projectId: number, name: string, hold: RepositoryHold): Promise<number> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const id = (await this.lockLive(projectId, name, hold)) ?? (await this.create(projectId, name));
      if (id !== null) {
        return id;
      }
    }
    throw new Error('The repository was made and deleted again and again meanwhile.');
  }

  /** Holds a repository for a change; false when it is gone, or its deletion was asked for. */
  async lockForChange(id: number): Promise<boolean> {
    const row = await this.database.row(sql`
      select 1 from container_repositories where id = ${id} and status is null for no key update`);
    return row !== null;
  }

  /** A manifest or tag came or went. The first manifest makes the repository visible (contract: registry §3.2). */
  async noteChange(id: number): Promise<void> {
    await this.database.run(sql`update container_repositories set updated_at = now() where id = ${id}`);
  }

  async notePush(id: number): Promise<void> {
    await this.database.run(sql`
      update container_repositories set updated_at = now(), first_manifest_at = coalesce(first_manifest_at, now())
      where id = ${id}`);
  }

  private async lockLive(projectId: number, name: string, hold: RepositoryHold): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(sql`
      select id from container_repositories
      where project_id = ${projectId} and name = ${name} and status is null ${LOCKS[hold]}`);
    return row?.id ?? null;
  }

  /** Null when somebody else made it at the same time. */
  private async create(projectId: number, name: string): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into container_repositories (project_id, name) values (${projectId}, ${name})
      on conflict (project_id, name) where status is null do nothing returning id`);
    return row?.id ?? null;
  }
}

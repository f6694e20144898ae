import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

export interface NewDeletedRef {
  readonly repositoryId: number;
  readonly type: 'branch' | 'tag';
  readonly name: string;
  readonly sha: string;
  readonly reason: 'deleted' | 'moved';
  readonly actorId: number;
}

/** What refs held before they were deleted or force-moved (contract: git §10.1). */
@Injectable()
export class DeletedRefsRepository {
  constructor(private readonly database: Database) {}

  async insert({ repositoryId, type, name, sha, reason, actorId }: NewDeletedRef): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into deleted_refs (repository_id, type, name, sha, reason, actor_id)
      values (${repositoryId}, ${type}, ${name}, ${sha}, ${reason}, ${actorId}) returning id`);
    return row?.id ?? 0;
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';

/** A deploy token as far as repositories are concerned. */
interface DeployTokenRow {
  readonly id: number;
  readonly username: string;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly scopes: readonly string[];
  readonly isLive: boolean;
}

/** Those who speak git by tokens of their own kind. */
@Injectable()
export class GitSubjectsRepository {
  constructor(private readonly database: Database) {}

  findDeployToken(secret: string): Promise<DeployTokenRow | null> {
    return this.database.row<DeployTokenRow>(sql`
      select t.id, t.username, t.project_id as "projectId", t.group_id as "groupId", t.scopes,
             t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) as "isLive"
      from deploy_tokens t where t.digest = ${digestOf(secret)}`);
  }

  /** At most once in ten minutes (contract: core §15.4). */
  async noteDeployTokenUse(id: number): Promise<void> {
    await this.database.run(sql`
      update deploy_tokens set last_used_at = now()
      where id = ${id} and (last_used_at is null or last_used_at < now() - interval '10 minutes')`);
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Account } from '../../../core/access/caller.js';
import { ACCOUNT_COLUMNS } from '../../../core/users/user.columns.js';
import { digestOf } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';

/** A deploy token as far as images are concerned. */
export interface DeployTokenRow {
  readonly id: number;
  readonly username: string;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly scopes: readonly string[];
  readonly isLive: boolean;
}

const DEPLOY_TOKEN_COLUMNS = sql`
  t.id, t.username, t.project_id as "projectId", t.group_id as "groupId", t.scopes,
  t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) as "isLive"`;

/** Those who deal with the registry: accounts and deploy tokens. */
@Injectable()
export class RegistrySubjectsRepository {
  constructor(private readonly database: Database) {}

  findAccount(id: number): Promise<Account | null> {
    return this.database.row<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${id}`);
  }

  findDeployToken(id: number): Promise<DeployTokenRow | null> {
    return this.database.row<DeployTokenRow>(
      sql`select ${DEPLOY_TOKEN_COLUMNS} from deploy_tokens t where t.id = ${id}`,
    );
  }

  findDeployTokenBySecret(secret: string): Promise<DeployTokenRow | null> {
    return this.database.row<DeployTokenRow>(
      sql`select ${DEPLOY_TOKEN_COLUMNS} from deploy_tokens t where t.digest = ${digestOf(secret)}`,
    );
  }

  /** At most once in ten minutes (contract: core §15.4). */
  async noteDeployTokenUse(id: number): Promise<void> {
    await this.database.run(sql`
      update deploy_tokens set last_used_at = now()
      where id = ${id} and (last_used_at is null or last_used_at < now() - interval '10 minutes')`);
  }
}

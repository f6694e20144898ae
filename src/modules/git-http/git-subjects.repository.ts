import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Account } from '../../core/access/caller.js';
import { ACCOUNT_COLUMNS } from '../../core/users/user.columns.js';
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

/** Those who speak git: accounts with passwords, and deploy tokens. */
@Injectable()
export class GitSubjectsRepository {
  constructor(private readonly database: Database) {}

  /** By user name or e-mail, without regard to case; people only. */
  async findLogin(login: string): Promise<{ account: Account; passwordDigest: string | null } | null> {
    const row = await this.database.row<Account & { passwordDigest: string | null }>(sql`
      select ${ACCOUNT_COLUMNS}, u.password_digest as "passwordDigest" from users u
      where (lower(u.username) = lower(${login}) or lower(u.email) = lower(${login})) and u.kind = 'human' limit 1`);
    if (!row) {
      return null;
    }
    const { passwordDigest, ...account } = row;
    return { account, passwordDigest };
  }

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

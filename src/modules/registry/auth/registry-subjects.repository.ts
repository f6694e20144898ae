import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Account } from '../../../core/access/caller.js';
import { ACCOUNT } from '../../../core/access/account.columns.js';
import { isPasswordGood } from '../../../core/sign-in/password-stamp.sql.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { CredentialRef, SubjectRef } from './registry-subject.js';

/** Reads the accounts of registry subjects. */
@Injectable()
export class RegistrySubjectsRepository {
  constructor(private readonly database: Database) {}

  findAccount(id: number): Promise<Account | null> {
    return this.database.lookup(select(ACCOUNT, sql`from users u where u.id = ${id}`));
  }

  /** The account of a user's registry token; null if it is gone, or its credential was revoked. */
  findHolder({ id, credential }: SubjectRef): Promise<Account | null> {
    return credential
      ? this.database.lookup(select(ACCOUNT, sql`from users u where u.id = ${id} and ${isGood(credential)}`))
      : this.findAccount(id);
  }
}

/**
 * Whether the credential is not revoked. If it only expires, requests remain possible as long as the registry token
 * lives. For an OAuth token, the authorization is checked, because each refresh revokes a token (contract: registry
 * §5). For `users u`.
 */
function isGood({ kind, id }: CredentialRef): Sql {
  switch (kind) {
    case 'password':
      return isPasswordGood(id);
    case 'oauth_token':
      return sql`exists (
        select 1 from oauth_access_tokens t join oauth_families f on f.id = t.family_id
        where t.id = ${Number(id)} and f.revoked_at is null)`;
    case 'access_token':
      return sql`exists (
        select 1 from access_tokens t
        where t.id = ${Number(id)} and t.revoked_at is null
          and (t.kind <> 'impersonation' or (select s.impersonation_enabled from application_settings s)))`;
  }
}

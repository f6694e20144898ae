import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Database } from '../../../platform/database/database.js';
import type { AuditAuthor } from '../../audit/audit-author.js';
import type { AuditedAct } from '../../audit/audit-event.js';
import { AuditService } from '../../audit/audit.service.js';
import type { User } from '../user.js';
import type { UserIdentity } from './user-identity.js';
import { UserIdentitiesRepository } from './user-identities.repository.js';

type Named = Pick<User, 'id' | 'username'>;

/** Links accounts to identities at an identity provider, for administrators (contract: scim-graphql §C1.4). */
@Injectable()
export class UserIdentitiesService {
  constructor(
    private readonly identities: UserIdentitiesRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Links the identity and runs `change` in one transaction. Throws 409 when the identity belongs to another user. */
  async linkAlong<T>(
    user: Named,
    identity: UserIdentity | null,
    by: AuditAuthor,
    change: () => Promise<T>,
  ): Promise<T> {
    if (!identity) {
      return change();
    }
    return this.database.transaction(async () => {
      await this.identities.put(user.id, identity);
      await this.record(user, by, { custom_message: 'identity linked' });
      return change();
    });
  }

  /** Throws 404 when the account has no identity at the provider. */
  async unlink(user: Named, provider: string, by: AuditAuthor): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.identities.delete(user.id, provider))) {
        throw notFound('Identity');
      }
      await this.record(user, by, { custom_message: 'identity unlinked' });
    });
  }

  /** Called in the transaction of the change. */
  async record({ id, username }: Named, by: AuditAuthor, act: AuditedAct): Promise<void> {
    const entity = { type: 'User', id, path: username, groupIds: [] } as const;
    await this.database.transaction((tx) =>
      this.audit.record(tx, by, entity, { id, type: 'User', details: username }, act),
    );
  }
}

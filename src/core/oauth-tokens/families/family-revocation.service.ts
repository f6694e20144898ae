import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { UsersRepository } from '../../users/users.repository.js';
import { Database } from '../../../platform/database/database.js';
import { FamiliesRepository } from './families.repository.js';

/** Revokes a family whose refresh token was used twice, and records it (contract: oauth §5.2, conventions §17). */
@Injectable()
export class FamilyRevocationService {
  constructor(
    private readonly families: FamiliesRepository,
    private readonly users: UsersRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Returns false when the family was already revoked. */
  revokeForReuse(familyId: number, userId: number, address: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.families.revoke(familyId, 'refresh token reused'))) {
        return false;
      }
      const account = await this.users.findAccount(userId);
      const by = { account, userId, address, sudoBy: null, credential: null };
      const entity = { type: 'User', id: userId, path: account?.username ?? null, groupIds: [] } as const;
      const target = { id: familyId, type: 'OauthFamily', details: 'OAuth authorization' };
      await this.audit.record(tx, by, entity, target, { custom_message: 'refresh token reuse' });
      return true;
    });
  }
}

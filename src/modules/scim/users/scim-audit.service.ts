import { Injectable } from '@nestjs/common';
import type { AuditedAct } from '../../../core/audit/audit-event.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { ScimCall } from '../protocol/scim-call.js';
import type { ScimIdentity } from './scim-identity.js';

/** Audit events of provisioning, with the provider's token as their author (contract: scim-graphql §A3). */
@Injectable()
export class ScimAuditService {
  constructor(private readonly audit: AuditService) {}

  async record(
    tx: Tx,
    { token, address }: ScimCall,
    { userId, userName }: ScimIdentity,
    act: AuditedAct,
  ): Promise<void> {
    const { id, fullPath, traversalIds } = token.group;
    const author = { account: null, userId: 0, address, sudoBy: null, credential: null, scimTokenId: token.id };
    const group = { type: 'Group', id, path: fullPath, groupIds: traversalIds } as const;
    await this.audit.record(tx, author, group, { id: userId, type: 'User', details: userName }, act);
  }
}

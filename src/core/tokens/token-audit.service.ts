import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import type { AuditedEntity } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { AuditedPlacesRepository } from '../audit/audited-places.repository.js';
import type { AccessToken } from './access-token.js';

/** Notes what becomes of tokens, under the user, project or group that they belong to (contract: conventions §17). */
@Injectable()
export class TokenAudit {
  constructor(
    private readonly audit: AuditService,
    private readonly places: AuditedPlacesRepository,
  ) {}

  async record(tx: Tx, caller: Caller, token: AccessToken, act: 'Created' | 'Revoked' | 'Rotated'): Promise<void> {
    const target = { id: token.id, type: 'AccessToken', details: token.name };
    const text = { custom_message: `${act} ${token.kind} access token` };
    await this.audit.record(tx, caller, await this.holderOf(token), target, text);
  }

  private async holderOf(token: AccessToken): Promise<AuditedEntity> {
    const { projectId, groupId, userId } = token;
    if (projectId !== null) {
      return { type: 'Project', id: projectId, ...(await this.places.ofProject(projectId)) };
    }
    if (groupId !== null) {
      return { type: 'Group', id: groupId, ...(await this.places.ofGroup(groupId)) };
    }
    return { type: 'User', id: userId, ...(await this.places.ofUser(userId)) };
  }
}

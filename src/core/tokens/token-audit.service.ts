import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import type { AuditAuthor } from '../audit/audit-author.js';
import type { AuditedEntity } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { AuditedPathsRepository } from '../audit/audited-paths.repository.js';
import type { AccessToken } from './access-token.js';

/** Records changes of tokens under their user, project or group (contract: conventions §17). */
@Injectable()
export class TokenAuditService {
  constructor(
    private readonly audit: AuditService,
    private readonly paths: AuditedPathsRepository,
  ) {}

  record(tx: Tx, by: AuditAuthor, token: AccessToken, act: 'Created' | 'Revoked' | 'Rotated'): Promise<void> {
    return this.note(tx, by, token, `${act} ${token.kind} access token`);
  }

  recordReuse(tx: Tx, by: AuditAuthor, token: AccessToken): Promise<void> {
    return this.note(tx, by, token, `Revoked ${token.kind} access token for reuse`);
  }

  private async note(tx: Tx, by: AuditAuthor, token: AccessToken, text: string): Promise<void> {
    const target = { id: token.id, type: 'AccessToken', details: token.name };
    await this.audit.record(tx, by, await this.holderOf(token), target, { custom_message: text });
  }

  private async holderOf(token: AccessToken): Promise<AuditedEntity> {
    const { projectId, groupId, userId } = token;
    if (projectId !== null) {
      return { type: 'Project', id: projectId, ...(await this.paths.ofProject(projectId)) };
    }
    if (groupId !== null) {
      return { type: 'Group', id: groupId, ...(await this.paths.ofGroup(groupId)) };
    }
    return { type: 'User', id: userId, ...(await this.paths.ofUser(userId)) };
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import type { AuditedEntity } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import type { AccessToken } from './access-token.js';

/** Notes what becomes of tokens, under the user, project or group that they belong to (contract: conventions §17). */
@Injectable()
export class TokenAudit {
  constructor(
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  async record(tx: Tx, caller: Caller, token: AccessToken, act: 'Created' | 'Revoked' | 'Rotated'): Promise<void> {
    const target = { id: token.id, type: 'AccessToken', details: token.name };
    const text = { custom_message: `${act} ${token.kind} access token` };
    await this.audit.record(tx, caller, await this.holderOf(token), target, text);
  }

  private async holderOf(token: AccessToken): Promise<AuditedEntity> {
    const { projectId, groupId, userId } = token;
    if (projectId !== null) {
      return { type: 'Project', id: projectId, ...(await this.placeOfProject(projectId)) };
    }
    if (groupId !== null) {
      return { type: 'Group', id: groupId, ...(await this.placeOfGroup(groupId)) };
    }
    const user = await this.database.row<{ path: string }>(
      sql`select username as path from users where id = ${userId}`,
    );
    return { type: 'User', id: userId, path: user?.path ?? null, groupIds: [] };
  }

  private async placeOfProject(id: number): Promise<Place> {
    const place = await this.database.row<Place>(sql`
      select r.path, case when n.kind = 'group' then n.traversal_ids else '{}' end as "groupIds"
      from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id where p.id = ${id}`);
    return place ?? NOWHERE;
  }

  private async placeOfGroup(id: number): Promise<Place> {
    const place = await this.database.row<Place>(sql`
      select r.path, n.traversal_ids as "groupIds"
      from namespaces n join routes r on r.namespace_id = n.id where n.id = ${id}`);
    return place ?? NOWHERE;
  }
}

type Place = Pick<AuditedEntity, 'path' | 'groupIds'>;

const NOWHERE: Place = { path: null, groupIds: [] };

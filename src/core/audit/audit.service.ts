import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import type { AuditedAct, AuditedEntity, AuditedTarget } from './audit-event.js';

/** Writes what was done into the transaction that does it (contract: conventions §17). */
@Injectable()
export class AuditService {
  constructor(private readonly database: Database) {}

  /** `_tx` is the proof that the event and the change commit together. */
  async record(_tx: Tx, by: Caller, entity: AuditedEntity, target: AuditedTarget, act: AuditedAct): Promise<void> {
    const details = {
      author_name: by.account?.name ?? 'Anonymous',
      target_id: target.id,
      target_type: target.type,
      target_details: target.details,
      ip_address: by.address,
      entity_path: entity.path,
      ...act,
      ...(by.sudoBy ? { sudo_by: by.sudoBy.username } : {}),
      ...(by.credential?.kind === 'impersonation' ? { impersonated_by: 'an administrator' } : {}),
    };
    await this.database.run(sql`
      insert into audit_events (author_id, entity_type, entity_id, entity_path, group_ids, details)
      values (${by.userId}, ${entity.type}, ${entity.id}, ${entity.path}, ${[...entity.groupIds]}, ${JSON.stringify(details)}::jsonb)`);
  }
}

import { Injectable } from '@nestjs/common';
import { toBoolean } from '../../common/params/coerce.js';
import { Database } from '../../platform/database/database.js';
import type { AuditedEntity } from './audit-event.js';
import { AuditService } from './audit.service.js';
import { AuditedPathsRepository } from './audited-paths.repository.js';
import type { AccessContext } from '../access/access-context.js';
import { SudoAudit } from '../access/sudo-audit.js';
import type { SudoWrite } from '../access/sudo-audit.js';

/** Records every write under sudo in the audit log (contract: conventions §7, §17). */
@Injectable()
export class SudoAuditService extends SudoAudit {
  constructor(
    private readonly audit: AuditService,
    private readonly paths: AuditedPathsRepository,
    private readonly database: Database,
  ) {
    super();
  }

  override async record(access: AccessContext): Promise<void> {
    const preview = toBoolean(access.params.dry_run);
    if (!preview.ok || !preview.value) {
      await this.recordChange(access);
    }
  }

  override async recordChange(write: SudoWrite): Promise<void> {
    const { caller, request, state } = write;
    const target = { id: caller.userId, type: 'User', details: caller.account?.username ?? '' };
    const [path = ''] = state.target.split('?', 1); // the query may contain tokens
    await this.database.transaction(async (tx) => {
      const act = { custom_message: `Sudo: ${request.method} ${path}` };
      await this.audit.recordSudo(tx, caller, await this.entityOf(write), target, act);
    });
  }

  /** Returns the project or group of the route, otherwise the impersonated user. */
  private async entityOf({ rules, target, caller }: SudoWrite): Promise<AuditedEntity> {
    const id = idOf(target?.record);
    const projectId = target?.projectId ?? (rules.allow.on === 'project' ? id : undefined);
    if (projectId !== undefined) {
      return { type: 'Project', id: projectId, ...(await this.paths.ofProject(projectId)) };
    }
    if (rules.allow.on === 'group' && id !== undefined) {
      return { type: 'Group', id, ...(await this.paths.ofGroup(id)) };
    }
    return { type: 'User', id: caller.userId, ...(await this.paths.ofUser(caller.userId)) };
  }
}

const idOf = (record: unknown): number | undefined =>
  typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'number'
    ? record.id
    : undefined;

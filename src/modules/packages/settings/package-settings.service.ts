import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { AuditedEntity } from '../../../core/audit/audit-event.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedGroup } from '../../../core/groups/group-audit.js';
import type { Group } from '../../../core/groups/group.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import { rulesBy } from './duplicate-types.js';
import type { DuplicateRule, DuplicateRules, DuplicateType } from './duplicate-types.js';
import { PackageSettingsRepository } from './package-settings.repository.js';
import type { SettingsOwner } from './package-settings.repository.js';

type RuleChanges = readonly (readonly [DuplicateType, Partial<DuplicateRule>])[];

/**
 * Reads and changes package settings of projects and groups; each change is audited in the same transaction (contract:
 * packages §6.3).
 */
@Injectable()
export class PackageSettingsService {
  constructor(
    private readonly settings: PackageSettingsRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Settings of the project itself; null is inherited. */
  async ofProject({ id }: Project): Promise<DuplicateRules> {
    const own = await this.settings.own({ projectId: id });
    return rulesBy((type) => own.filter(({ packageType }) => packageType === type));
  }

  /** Effective settings of the group, its own or inherited. Duplicates are allowed if nothing is set. */
  async ofGroup({ id }: Group): Promise<DuplicateRules> {
    const around = await this.settings.aroundGroup(id);
    return rulesBy((type) => [...around.filter(({ packageType }) => packageType === type), ALLOWED]);
  }

  async changeProject(project: Project, changes: RuleChanges, caller: Caller): Promise<DuplicateRules> {
    await this.change({ projectId: project.id }, auditedProject(project), changes, caller);
    return this.ofProject(project);
  }

  async changeGroup(group: Group, changes: RuleChanges, caller: Caller): Promise<DuplicateRules> {
    await this.change({ groupId: group.id }, auditedGroup(group), changes, caller);
    return this.ofGroup(group);
  }

  private async change(owner: SettingsOwner, audited: AuditedEntity, changes: RuleChanges, caller: Caller) {
    const target = { id: audited.id, type: 'PackageSettings', details: audited.path ?? '' };
    await this.database.transaction(async (tx) => {
      for (const [type, rule] of changes) {
        await this.settings.set(owner, type, rule);
        const act = { custom_message: `Package settings of ${type} changed: ${JSON.stringify(rule)}` };
        await this.audit.record(tx, caller, audited, target, act);
      }
    });
  }
}

const ALLOWED: DuplicateRule = { duplicatesAllowed: true, duplicateException: null };

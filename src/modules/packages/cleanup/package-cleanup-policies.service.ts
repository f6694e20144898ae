import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import { PackageCleanupPoliciesRepository } from './package-cleanup-policies.repository.js';
import { NO_POLICY } from './package-cleanup-policy.js';
import type { PackageCleanupPolicy } from './package-cleanup-policy.js';

/** Reads and changes the package cleanup settings of projects (contract: packages §6.2). */
@Injectable()
export class PackageCleanupPoliciesService {
  constructor(
    private readonly policies: PackageCleanupPoliciesRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  async get(projectId: number): Promise<PackageCleanupPolicy> {
    return (await this.policies.find(projectId)) ?? NO_POLICY;
  }

  /**
   * Changes the policy. Parallel changes run one after another; the audit event is recorded in the same transaction.
   */
  async change(
    project: Project,
    changed: (policy: PackageCleanupPolicy) => PackageCleanupPolicy,
    caller: Caller,
  ): Promise<PackageCleanupPolicy> {
    return this.database.transaction(async (tx) => {
      const before = (await this.policies.lock(project.id)) ?? NO_POLICY;
      await this.policies.save(project.id, changed(before));
      const target = { id: project.id, type: 'PackageCleanupPolicy', details: project.fullPath };
      const act = { custom_message: 'Package cleanup policy changed' };
      await this.audit.record(tx, caller, auditedProject(project), target, act);
      return this.get(project.id);
    });
  }
}

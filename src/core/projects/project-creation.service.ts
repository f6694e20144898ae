import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import { SpamCheckService } from '../spam/spam-check.service.js';
import type { SpamProof } from '../spam/spam-proof.js';
import type { User } from '../users/user.js';
import type { NewProject } from './new-project.js';
import { NewProjectRulesService } from './new-project-rules.service.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import { ProjectInsertionService } from './project-insertion.service.js';
import type { Project } from './project.js';
import { ProjectsService } from './projects.service.js';

/** Creates projects (contract: core §6). */
@Injectable()
export class ProjectCreationService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly rules: NewProjectRulesService,
    private readonly insertion: ProjectInsertionService,
    private readonly spam: SpamCheckService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 404 or 403 for the namespace, 400 for path, visibility, limit and spam, 409 for a CAPTCHA. */
  async create(input: NewProject, caller: Caller, proof: SpamProof): Promise<Project> {
    await this.spam.check({
      type: 'project',
      caller,
      visibility: await this.rules.visibilityOf(input),
      title: input.name ?? input.path ?? '',
      text: input.description ?? '',
      proof,
      rules: () => this.rules.check(input, caller),
    });
    return this.insert(input, caller, caller.userId);
  }

  /**
   * Creates a project in the user's own namespace, with that user as creator. Throws 403 for accounts without a
   * namespace.
   */
  createFor(user: User, input: NewProject, caller: Caller): Promise<Project> {
    return this.insert(input, caller, user.id);
  }

  private insert(input: NewProject, caller: Caller, ownerId: number): Promise<Project> {
    return this.database.transaction(async (tx) => {
      const target = await this.rules.targetNamespaceFor(input, caller, ownerId);
      const columns = await this.rules.columnsOf(input, target, caller, ownerId);
      const id = await this.insertion.insert(tx, columns, target, input, caller);
      const created = await this.projects.get(id, caller);
      await this.audit.record(tx, caller, auditedProject(created), projectAsTarget(created), {
        custom_message: 'Project created',
      });
      return created;
    });
  }
}

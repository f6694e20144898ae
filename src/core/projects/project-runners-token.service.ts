import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { makeRegistrationToken } from '../access/registration-token.js';
import type { RegistrationTokenColumns } from '../access/registration-token.js';
import { AuditService } from '../audit/audit.service.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import type { Project } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

/** The token with which runners of one project register (contract: core §9). */
@Injectable()
export class ProjectRunnersTokenService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly box: SecretBox,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** A new token, as it is stored. */
  make(): RegistrationTokenColumns {
    return makeRegistrationToken(this.box);
  }

  /** Answers the new token; the old one is invalid at once. */
  reset(project: Project, caller: Caller): Promise<string> {
    return this.database.transaction(async (tx) => {
      const columns = this.make();
      await this.projects.update(project.id, columns);
      const act = { custom_message: 'Runner registration token reset' };
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), act);
      return this.box.open(columns.runnersToken);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { makeRegistrationToken } from '../access/registration-token.js';
import type { RegistrationTokenColumns } from '../access/registration-token.js';
import { AuditService } from '../audit/audit.service.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';

/** The registration token for runners of a group (contract: core §9). */
@Injectable()
export class GroupRunnersTokenService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly box: SecretBox,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Returns a new token in its stored form. */
  make(): RegistrationTokenColumns {
    return makeRegistrationToken(this.box);
  }

  /** Returns the new token; the old one is invalid at once. */
  reset(group: Group, caller: Caller): Promise<string> {
    return this.database.transaction(async (tx) => {
      const columns = this.make();
      await this.groups.update(group.id, columns);
      const act = { custom_message: 'Runner registration token reset' };
      await this.audit.record(tx, caller, auditedGroup(group), groupAsTarget(group), act);
      return this.box.open(columns.runnersToken);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { digestOf, randomToken } from '../../platform/crypto/random.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';

const PREFIX = 'slrt_';

/** Columns of a registration token: to be shown again, and to be found by. */
interface RunnersTokenColumns {
  readonly runnersToken: Buffer;
  readonly runnersTokenDigest: Buffer;
}

/** The token with which runners of one group register (contract: core §9). */
@Injectable()
export class GroupRunnersToken {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly box: SecretBox,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** A new one, as it is stored. */
  make(): RunnersTokenColumns {
    const token = randomToken(PREFIX);
    return { runnersToken: this.box.seal(token), runnersTokenDigest: digestOf(token) };
  }

  /** Answers the new token; the old one is dead at once. */
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

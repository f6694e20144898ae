import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { SpamCheckService } from '../spam/spam-check.service.js';
import type { SpamProof } from '../spam/spam-proof.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import { GroupInsertionService } from './group-insertion.service.js';
import type { Group } from './group.js';
import { GroupsService } from './groups.service.js';
import type { NewGroup } from './new-group.js';
import { NewGroupRulesService } from './new-group-rules.service.js';

/** Creates groups and subgroups (contract: core §5). */
@Injectable()
export class GroupCreationService {
  constructor(
    private readonly groups: GroupsService,
    private readonly rules: NewGroupRulesService,
    private readonly insertion: GroupInsertionService,
    private readonly settings: SettingsService,
    private readonly spam: SpamCheckService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 404 for the parent, 403 without permission, 400 for path, visibility and spam, 409 for a CAPTCHA. */
  async create(input: NewGroup, caller: Caller, proof: SpamProof): Promise<Group> {
    const { defaultGroupVisibility } = await this.settings.current();
    const { visibility = defaultGroupVisibility, name: title, description: text } = input;
    const group = { ...input, visibility };
    const rules = () => this.rules.check(group, caller);
    await this.spam.check({ type: 'group', caller, visibility, title, text: text ?? '', proof, rules });
    return this.database.transaction(async (tx) => {
      const parent = await this.rules.parentFor(group, caller);
      const id = await this.insertion.insert(group, parent, caller);
      const created = await this.groups.get(id, caller);
      await this.audit.record(tx, caller, auditedGroup(created), groupAsTarget(created), {
        custom_message: 'Group created',
      });
      return created;
    });
  }
}

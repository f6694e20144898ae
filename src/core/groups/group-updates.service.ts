import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, IS_TAKEN, notFound } from '../../common/errors/catalogue.js';
import { MAX_FULL_PATH } from '../../common/params/name-rules.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { isMoreOpen } from '../settings/visibility.js';
import type { Visibility } from '../settings/visibility.js';
import { SpamCheckService } from '../spam/spam-check.service.js';
import type { SpamProof } from '../spam/spam-proof.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import { refuseBadPath, refuseTooOpen } from './group-rules.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';
import type { GroupChanges } from './groups.repository.js';
import { GroupsService } from './groups.service.js';

export interface GroupEdit extends GroupChanges {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
}

/** Changes groups: their names, paths, visibility and settings (contract: core §5). */
@Injectable()
export class GroupUpdatesService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly reader: GroupsService,
    private readonly namespaces: NamespacesRepository,
    private readonly spam: SpamCheckService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 400 for path and visibility. */
  async update(group: Group, { name, path, ...columns }: GroupEdit, caller: Caller, proof: SpamProof): Promise<Group> {
    await this.refuseSpam(group, { name, ...columns }, caller, proof);
    return this.database.transaction(async (tx) => {
      await this.namespaces.lockTree(group.id);
      if (!(await this.groups.lock(group.id))) {
        throw notFound('Group');
      }
      const held = await this.reader.get(group.id, caller);
      const parent = held.parentId === null ? null : await this.reader.get(held.parentId, caller);
      await this.refuseVisibility(held, parent, columns.visibility);
      await this.move(held, parent, path);
      await this.namespaces.rename(held.id, {
        ...(name === undefined ? {} : { name }),
        ...(path === undefined ? {} : { path }),
      });
      const switches = { ...held.switches, ...columns.switches };
      await this.groups.update(held.id, { ...columns, switches });
      const changed = await this.reader.get(held.id, caller);
      await this.auditChanges(tx, held, changed, caller);
      return changed;
    });
  }

  /** Texts that did not change, in a group that did not become more open, were already checked. */
  private async refuseSpam(group: Group, changes: GroupEdit, caller: Caller, proof: SpamProof): Promise<void> {
    const { name = group.name, description = group.description, visibility = group.visibility } = changes;
    if (name !== group.name || description !== group.description || visibility !== group.visibility) {
      await this.spam.check({ type: 'group', caller, visibility, title: name, text: description ?? '', proof });
    }
  }

  private async refuseVisibility(
    group: Group,
    parent: Group | null,
    visibility: Visibility | undefined,
  ): Promise<void> {
    if (visibility === undefined || visibility === group.visibility) {
      return;
    }
    refuseTooOpen(visibility, parent);
    const held = await this.groups.childVisibilities(group.id);
    if (held.some((child) => isMoreOpen(child, visibility))) {
      throw invalidField('visibility', 'is not allowed since this group contains more visible projects or groups');
    }
  }

  /** One transaction renames all paths below. */
  private async move(group: Group, parent: Group | null, path: string | undefined): Promise<void> {
    if (path === undefined || path === group.path) {
      return;
    }
    refuseBadPath(path, parent);
    const target = parent ? `${parent.fullPath}/${path}` : path;
    const longer = target.length - group.fullPath.length;
    if (longer > 0 && (await this.namespaces.longestBelow(group.fullPath)) + longer > MAX_FULL_PATH) {
      throw invalidField('path', IS_INVALID); // a path below would become too long
    }
    if (!(await this.namespaces.renamePath(group.fullPath, target))) {
      throw invalidField('path', IS_TAKEN);
    }
  }

  private async auditChanges(tx: Tx, before: Group, after: Group, caller: Caller): Promise<void> {
    const fields = { name: 'name', fullPath: 'path', visibility: 'visibility' } as const;
    for (const field of ['name', 'fullPath', 'visibility'] as const) {
      if (before[field] !== after[field]) {
        const change = { change: fields[field], from: before[field], to: after[field] };
        await this.audit.record(tx, caller, auditedGroup(after), groupAsTarget(after), change);
      }
    }
  }
}

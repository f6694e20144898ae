import { Injectable } from '@nestjs/common';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import type { Caller } from '../access/caller.js';
import type { DeletionPreview } from '../deletions/deletion-preview.js';
import { MembersService } from '../members/members.service.js';
import { ProjectDeletionPreviewsService } from '../projects/project-deletion-previews.service.js';
import { ProjectDeletionService } from '../projects/project-deletion.service.js';
import { OwnedNamespaces } from '../users/user-deletion.service.js';
import { GroupDeletionService } from './group-deletion.service.js';
import { GroupDeletionsRepository } from './group-deletions.repository.js';
import { GroupsRepository } from './groups.repository.js';

/** What is deleted together with a user: groups without another owner, and the projects of the personal namespace. */
@Injectable()
@Contributes(OwnedNamespaces)
export class OwnedNamespacesService extends OwnedNamespaces {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly deletions: GroupDeletionsRepository,
    private readonly groupDeletion: GroupDeletionService,
    private readonly projectDeletion: ProjectDeletionService,
    private readonly previews: ProjectDeletionPreviewsService,
    private readonly members: MembersService,
  ) {
    super();
  }

  override lock(userId: number): Promise<void> {
    return this.deletions.lockOwned(userId);
  }

  override async soleOwnerOf(userId: number): Promise<readonly string[]> {
    const owned = await this.deletions.soleOwned(userId);
    return owned.map(({ path }) => path);
  }

  override async release(userId: number, caller: Caller): Promise<void> {
    for (const { id } of await this.deletions.soleOwned(userId)) {
      const group = await this.groups.find(id, caller);
      if (group) {
        await this.groupDeletion.schedule(group, caller);
      }
    }
    await this.projectDeletion.scheduleAllOf(userId, caller);
    await this.members.noteAccountDeletion(userId, caller);
    await this.deletions.abandonNamespaceOf(userId);
  }

  override async preview(userId: number): Promise<DeletionPreview> {
    const owned = await this.deletions.soleOwned(userId);
    const groups = [];
    for (const { id } of owned) {
      groups.push(...(await this.deletions.permissionBelow(id)));
    }
    return this.previews.of([{ ownerId: userId }, ...owned.map(({ id }) => ({ groupId: id }))], groups);
  }
}

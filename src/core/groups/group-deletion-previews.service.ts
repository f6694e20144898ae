import { Injectable } from '@nestjs/common';
import type { DeletionPreview } from '../deletions/deletion-preview.js';
import { ProjectDeletionPreviewsService } from '../projects/project-deletion-previews.service.js';
import { GroupDeletionsRepository } from './group-deletions.repository.js';
import type { Group } from './group.js';

/** Shows what the deletion of a group would remove (contract: core §15.2). */
@Injectable()
export class GroupDeletionPreviewsService {
  constructor(
    private readonly deletions: GroupDeletionsRepository,
    private readonly projects: ProjectDeletionPreviewsService,
  ) {}

  async of({ id }: Group): Promise<DeletionPreview> {
    return this.projects.of([{ groupId: id }], await this.deletions.permissionBelow(id));
  }
}

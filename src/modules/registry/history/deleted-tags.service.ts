import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { authorOf } from '../tags/tag-author.js';
import type { TagDetails } from '../tags/tag.columns.js';
import { TagWritesService } from '../tags/tag-writes.service.js';
import { TagsRepository } from '../tags/tags.repository.js';
import type { DeletedTag } from './deleted-tag.columns.js';
import { DeletedTagsRepository } from './deleted-tags.repository.js';

export interface RestoredTag {
  readonly repository: RepositoryRecord;
  readonly tag: TagDetails;
}

/** A deletion that can be undone. */
interface LastDeletion {
  readonly id: number;
  readonly name: string;
  readonly manifestId: number;
}

/** Deleted tags, until collection removes their manifests (contract: registry §9.3). */
@Injectable()
export class DeletedTagsService {
  constructor(
    private readonly deleted: DeletedTagsRepository,
    private readonly repositories: RepositoriesService,
    private readonly holds: ImageRepositoriesRepository,
    private readonly tags: TagsRepository,
    private readonly tagWrites: TagWritesService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 404 for the repository. */
  async list(project: Project, repositoryId: number, page: PageRequest): Promise<Page<DeletedTag>> {
    const { id } = await this.repositories.getInProject(project, repositoryId);
    return this.deleted.page(id, page);
  }

  /**
   * Undoes the latest deletion of the tag. Throws 404 if it cannot be restored, 403 in an archived project, 409 if the
   * name is in use.
   */
  async restore(project: Project, repositoryId: number, name: string, caller: Caller): Promise<RestoredTag> {
    const repository = await this.repositories.getInProject(project, repositoryId);
    const tag = await this.database.transaction(async (tx) => {
      const last = await this.lockLast(project, repository.id, name);
      return this.putBack(tx, repository, last, caller);
    });
    return { repository, tag };
  }

  /** Returns the tag's latest deletion. Throws 404, then 403, then 409 (contract: conventions §1, registry §2.2). */
  private async lockLast(project: Project, id: number, name: string): Promise<LastDeletion> {
    const isLive = await this.holds.lockForChange(id);
    if (isLive && (await this.tags.find(id, name))) {
      refuseArchived(project);
      throw conflict('tag exists');
    }
    const last = isLive ? await this.deleted.findLast(id, name) : null;
    if (!last) {
      throw notFound('Tag');
    }
    refuseArchived(project);
    return { ...last, name };
  }

  private async putBack(tx: Tx, repository: RepositoryRecord, last: LastDeletion, caller: Caller): Promise<TagDetails> {
    const { id } = repository;
    const { name } = last;
    await this.tagWrites.move(tx, { repository, author: authorOf(caller) }, name, last.manifestId);
    await this.deleted.forget(last.id);
    await this.holds.noteChange(id);
    const target = { id, type: 'ContainerRepository', details: `${imagePathOf(repository)}:${name}` };
    await this.audit.record(tx, caller, auditedProjectOf(repository), target, { custom_message: 'Image tag restored' });
    return this.get(id, name);
  }

  private async get(id: number, name: string): Promise<TagDetails> {
    const tag = await this.tags.details(id, name);
    if (!tag) {
      throw notFound('Tag');
    }
    return tag;
  }
}

import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { Database } from '../../../platform/database/database.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { TagDeletionService } from './tag-deletion.service.js';
import type { TagDetails } from './tag.columns.js';
import { TagsRepository } from './tags.repository.js';

/** Lists, shows and removes tags for the management API (contract: registry §3.3). */
@Injectable()
export class TagsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly tags: TagsRepository,
    private readonly deletion: TagDeletionService,
    private readonly database: Database,
  ) {}

  /** Throws 404 for the repository. */
  async list(
    project: Project,
    repositoryId: number,
    page: PageRequest,
  ): Promise<{ readonly repository: RepositoryRecord; readonly tags: Page<{ readonly name: string }> }> {
    const repository = await this.repositories.getInProject(project, repositoryId);
    return { repository, tags: await this.tags.page(repository.id, { page }) };
  }

  /** Throws 404 for the repository and for the tag. */
  async get(
    project: Project,
    repositoryId: number,
    name: string,
  ): Promise<{ readonly repository: RepositoryRecord; readonly tag: TagDetails }> {
    const repository = await this.repositories.getInProject(project, repositoryId);
    const tag = await this.tags.details(repository.id, name);
    if (!tag) {
      throw notFound('Tag');
    }
    return { repository, tag };
  }

  /** Deletes only the tag of this name. Throws 404, and 403 in an archived project or while a rule protects the tag. */
  async delete(project: Project, repositoryId: number, name: string, caller: Caller): Promise<void> {
    const repository = await this.repositories.getInProject(project, repositoryId);
    await this.database.transaction(async () => {
      const outcome = await this.deletion.delete(repository, name, caller);
      if (outcome === 'missing') {
        throw notFound('Tag');
      }
      refuseArchived(project); // after the 404 for a missing tag (contract: conventions §1)
      if (outcome === 'held') {
        throw forbidden('tag is immutable');
      }
    });
  }

  /**
   * Deletes those of these tags that exist, and returns their names. Throws 404, and 403 in an archived project or
   * while a rule protects one of them.
   */
  async deleteAll(project: Project, repositoryId: number, names: readonly string[], caller: Caller): Promise<string[]> {
    const repository = await this.repositories.getInProject(project, repositoryId);
    refuseArchived(project);
    return this.database.transaction(async () => {
      const deleted: string[] = [];
      for (const name of [...new Set(names)].sort()) {
        const outcome = await this.deletion.delete(repository, name, caller);
        if (outcome === 'held') {
          throw forbidden('tag is immutable');
        }
        deleted.push(...(outcome === 'deleted' ? [name] : []));
      }
      return deleted;
    });
  }
}

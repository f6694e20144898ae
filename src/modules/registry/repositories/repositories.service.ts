import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Group } from '../../../core/groups/group.js';
import type { Project } from '../../../core/projects/project.js';
import { RepositoryRecordsRepository } from './repository-records.repository.js';
import type { RepositoryRecord } from './repository-record.js';

/** Reads repositories for the management API (contract: registry §3). */
@Injectable()
export class RepositoriesService {
  constructor(private readonly records: RepositoryRecordsRepository) {}

  listOfProject(
    project: Project,
    page: PageRequest,
    { withCount }: { readonly withCount: boolean },
  ): Promise<Page<RepositoryRecord>> {
    return this.records.pageOfProject(project.id, withCount, { page });
  }

  /** Repositories of all projects in and below the group, except those whose registry is disabled. */
  listOfGroup(group: Group, page: PageRequest): Promise<Page<RepositoryRecord>> {
    return this.records.pageOfGroup(group.id, { page });
  }

  /** Throws 404, also for a repository of another project. */
  async getInProject(project: Pick<Project, 'id'>, id: number): Promise<RepositoryRecord> {
    const record = await this.records.find(id);
    if (record?.projectId !== project.id) {
      throw notFound('Repository');
    }
    return record;
  }

  /** Number of tags of a repository, whether it is live or being deleted. */
  countTags(id: number): Promise<number> {
    return this.records.countTags(id);
  }

  /** The record with the additional values that the caller requested. */
  async describe(repository: RepositoryRecord, asked: { readonly withCount: boolean; readonly withSize: boolean }) {
    const tagsCount = asked.withCount ? await this.countTags(repository.id) : null;
    const size = asked.withSize ? await this.records.size(repository.id) : null;
    return { record: { ...repository, tagsCount }, size };
  }
}

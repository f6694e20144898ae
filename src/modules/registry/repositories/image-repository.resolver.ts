import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import { toInteger } from '../../../common/params/coerce.js';
import type { Caller } from '../../../core/access/caller.js';
import { TargetResolver } from '../../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../../core/access/target-resolver.js';
import type { Project } from '../../../core/projects/project.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import { mayReadImages } from './image-project.resolver.js';
import { RepositoryRecordsRepository } from './repository-records.repository.js';
import type { RepositoryRecord } from './repository-record.js';

/** A repository identified only by its id, with the project that determines who may read it. */
export interface RepositoryInProject {
  readonly repository: RepositoryRecord;
  readonly project: Project;
}

/**
 * Returns the same 404 for an unknown repository and for one in a project that the caller cannot see (contract:
 * registry §3.3).
 */
@Injectable()
export class ImageRepositoryResolver extends TargetResolver {
  override readonly resourceName = 'Repository';

  constructor(
    private readonly records: RepositoryRecordsRepository,
    private readonly projects: ProjectByIdOrPath,
  ) {
    super();
  }

  override async resolve(path: Readonly<Record<string, string>>, caller: Caller): Promise<ResolvedTarget | null> {
    const id = toInteger(path.repository_id);
    const isId = id.ok && Number.isSafeInteger(id.value);
    const repository = isId ? await this.records.find(id.value) : null;
    const project = repository && (await this.projects.resolveReference(String(repository.projectId), caller));
    if (!project) {
      return null;
    }
    if (!mayReadImages(project.record, caller)) {
      throw forbidden();
    }
    const record: RepositoryInProject = { repository, project: project.record };
    return { record, level: project.level };
  }
}

import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { DeletedRefsRepository } from '../pushes/deleted-refs.repository.js';
import type { DeletedRef } from '../pushes/deleted-ref.columns.js';
import type { DeletedRefFilter } from '../pushes/deleted-refs.repository.js';
import { KeepRefsService } from '../refs/keep-refs.service.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import { RefRestorationService } from './ref-restoration.service.js';

/** Deleted and force-moved refs, which can be restored for 30 days (contract: git §10.1). */
@Injectable()
export class DeletedRefsService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly rows: DeletedRefsRepository,
    private readonly keepRefs: KeepRefsService,
    private readonly restoration: RefRestorationService,
  ) {}

  async list(project: Project, filter: DeletedRefFilter, request: PageRequest): Promise<Page<DeletedRef>> {
    return this.rows.page((await this.code.of(project)).id, filter, request);
  }

  /** Throws 404 if the entry is gone, 400 if the name is taken or invalid, 403 by the rules of a push. */
  async restore(project: Project, id: number, name: string | undefined, caller: Caller): Promise<RestoredRef> {
    const repository = await this.code.of(project);
    const ref = await this.rows.find(repository.id, id);
    if (!ref) {
      throw notFound('Deleted Ref');
    }
    const restored = { kind: ref.type, name: name ?? ref.name, sha: ref.sha };
    await this.restoration.restore(project, restored, caller);
    await this.rows.delete(id);
    await this.keepRefs.release(repository.id, 'deleted', id).catch(() => undefined); // a ref that is kept for too long does no harm
    return restored;
  }
}

export interface RestoredRef {
  readonly kind: 'branch' | 'tag';
  readonly name: string;
}

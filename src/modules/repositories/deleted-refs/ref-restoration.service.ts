import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { PushRefused } from '../pushes/ref-writes.service.js';
import { RefsMoved } from '../refs/ref-swaps.service.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { fullName, isRefName } from '../../../platform/git/ref-names.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import { ProjectCodeService, refused } from '../project-code/project-code.service.js';

const TEXTS = {
  branch: { invalid: 'Branch name is invalid', isProtected: 'The branch is protected' },
  tag: { invalid: 'Tag name invalid', isProtected: 'The tag is protected' },
} as const;

const taken = ({ kind, name }: RefName) =>
  refused(kind === 'branch' ? 'Branch already exists' : `Tag ${name} already exists`);

/** Creates a ref again at the object that it held (contract: git §10.1). */
@Injectable()
export class RefRestorationService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly refs: RefListsService,
  ) {}

  /**
   * Throws 400 for a name that is invalid, taken or conflicts with the path of another ref, 403 by the rules of a push.
   */
  async restore(project: Project, ref: RefName & { readonly sha: string }, caller: Caller): Promise<void> {
    const texts = TEXTS[ref.kind];
    if (!isRefName(ref.name)) {
      throw refused(texts.invalid);
    }
    await this.code.write(project, caller, async (write) => {
      if (await this.refs.find(write.repository, ref.kind, ref.name)) {
        throw taken(ref);
      }
      if (await this.refs.isInTheWay(write.gitDir, ref.kind, ref.name)) {
        throw refused(texts.invalid);
      }
      const change = { ref: fullName(ref), before: NULL_ID, after: ref.sha };
      await this.code.move(write, change).catch((error: unknown) => {
        if (error instanceof RefsMoved) {
          throw taken(ref);
        }
        throw error instanceof PushRefused ? forbidden(texts.isProtected) : error;
      });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Pacer } from '../../../common/concurrency/pacer.js';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import { Role } from '../../../core/access/role.js';
import { refuseChange } from '../protection/push-policy.js';
import type { PushRules, RefChange, Refusal } from '../protection/push-policy.js';
import { HistoryService } from '../reads/history.service.js';
import type { Repository } from '../repository.js';
import { PushFactsRepository } from './push-facts.repository.js';

export const ARCHIVED_TEXT = 'The project is archived';

/** A change and the rule that it breaks. */
export interface RefusedChange {
  readonly change: RefChange;
  readonly refusal: Refusal;
}

/** Checks writes against the current rules and levels (contract: git §4, §7). */
@Injectable()
export class PushAuthorizationService {
  constructor(
    private readonly facts: PushFactsRepository,
    private readonly history: HistoryService,
  ) {}

  /**
   * Returns the user's permissions in the project, with its rules. Throws 404 if the project is gone, 403 if it is
   * archived.
   */
  async rulesOf(projectId: number, userId: number): Promise<PushRules> {
    const rules = await this.facts.rules(projectId, userId);
    if (!rules) {
      throw notFound('Project');
    }
    if (rules.archived) {
      throw forbidden(ARCHIVED_TEXT);
    }
    return rules;
  }

  /**
   * Returns the refused changes, with the first rule that each breaks; `area` contains objects that are not yet part of
   * the repository. Repositories other than code are only checked for ref names: their own routes check who may write.
   */
  async evaluate(
    { repository, gitDir, userId }: { repository: Repository; gitDir: GitDirectory; userId: number },
    changes: readonly RefChange[],
    area?: ObjectArea,
  ): Promise<RefusedChange[]> {
    const { projectId, type } = repository;
    const rules = type === 'code' && projectId !== null ? await this.rulesOf(projectId, userId) : NAMES_ALONE;
    const refused: RefusedChange[] = [];
    const pacer = new Pacer();
    for (const change of changes) {
      const refusal = await refuseChange(change, rules, ({ before, after }) =>
        this.descends(gitDir, before, after, area),
      );
      refused.push(...(refusal ? [{ change, refusal }] : []));
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    return refused;
  }

  private async descends(gitDir: GitDirectory, before: string, after: string, area?: ObjectArea): Promise<boolean> {
    return before === after || this.history.isAncestor(gitDir, before, after, area);
  }
}

const NAMES_ALONE: PushRules = { level: Role.Developer, isAdmin: false, defaultBranch: null, branches: [], tags: [] };

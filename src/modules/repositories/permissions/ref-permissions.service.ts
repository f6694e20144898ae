import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { READ_ONLY_TEXT } from '../leases/repository-leases.service.js';
import { ProtectedRefsService } from '../protection/protected-refs.service.js';
import { rulesFor } from '../protection/protection-rule.js';
import { refuseChange, REFUSALS } from '../protection/push-policy.js';
import type { PushRules, RefChange } from '../protection/push-policy.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import { candidatesOf, fullName, readRef } from '../../../platform/git/ref-names.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';

/** What one caller may do to one ref. */
export interface RefPermissions {
  readonly ref: string;
  readonly exists: boolean;
  readonly isProtected: boolean;
  /** The pattern of the first rule that matches. */
  readonly rule: string | null;
  readonly canPush: boolean;
  readonly canForcePush: boolean;
  readonly canDelete: boolean;
  /** Why a push would be refused; null if it would not be. */
  readonly reason: string | null;
}

const headOf = ({ defaultBranch }: Project): RefName => ({ kind: 'branch', name: defaultBranch ?? 'HEAD' });

const ARCHIVED = 'The project is archived.';
const [SOME, OTHER] = ['1'.repeat(NULL_ID.length), '2'.repeat(NULL_ID.length)];

/** Predicts the outcome of a push (contract: git §4, §10.3). */
@Injectable()
export class RefPermissionsService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly refs: RefListsService,
    private readonly rules: ProtectedRefsService,
  ) {}

  async of(project: Project, text: string, caller: Caller): Promise<RefPermissions> {
    const { named, exists } = await this.named(project, text);
    const [branches, tags] = [await this.rules.ofBranches(project.id), await this.rules.ofTags(project.id)];
    const { defaultBranch } = project;
    const rules: PushRules = { level: levelOf(project), isAdmin: caller.isAdmin, defaultBranch, branches, tags };
    const own: readonly { readonly pattern: string }[] = named.kind === 'branch' ? branches : tags;
    const matching = rulesFor(own, named.name);
    const ref = fullName(named);
    const closed = await this.whyClosed(project);
    const push = closed ?? (await this.evaluate({ ref, before: exists ? SOME : NULL_ID, after: OTHER }, rules, true));
    const force = closed ?? (await this.evaluate({ ref, before: SOME, after: OTHER }, rules, false));
    const deletion = closed ?? (await this.evaluate({ ref, before: SOME, after: NULL_ID }, rules, true));
    return {
      ref: text,
      exists,
      isProtected: matching.length > 0,
      rule: matching[0]?.pattern ?? null,
      canPush: push === null,
      canForcePush: force === null,
      canDelete: exists && deletion === null,
      reason: push,
    };
  }

  /** Resolves the text to an existing ref, or else to the branch of that name that a push would create. */
  private async named(project: Project, text: string): Promise<{ readonly named: RefName; readonly exists: boolean }> {
    for (const candidate of candidatesOf(text)) {
      const named = candidate.kind === 'head' ? headOf(project) : candidate;
      if ('name' in named && (await this.exists(project, named))) {
        return { named, exists: true };
      }
    }
    return { named: readRef(text) ?? { kind: 'branch', name: text }, exists: false };
  }

  private async exists(project: Project, { kind, name }: RefName): Promise<boolean> {
    return (await this.refs.find(await this.code.of(project), kind, name)) !== null;
  }

  /** Why nobody may push to any ref of the project now (contract: git §5.2 row 7). */
  private async whyClosed(project: Project): Promise<string | null> {
    if (project.archived) {
      return ARCHIVED;
    }
    return (await this.code.isReadOnly(project)) ? READ_ONLY_TEXT : null;
  }

  private async evaluate(change: RefChange, rules: PushRules, isForward: boolean): Promise<string | null> {
    const refusal = await refuseChange(change, rules, () => Promise.resolve(isForward));
    return refusal && REFUSALS[refusal];
  }
}

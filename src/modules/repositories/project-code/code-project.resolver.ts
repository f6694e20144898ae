import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import type { Scope } from '../../../core/access/scope.js';
import { ProjectForReadersResolver } from '../../../core/projects/project-for-readers.resolver.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';

/** Scopes that permit reading repositories by REST (contract: git §1). */
export const CODE_READ_SCOPES: readonly Scope[] = ['api', 'read_api', 'read_repository'];

/**
 * Resolves the project of `:id` for callers who may read its code. Throws 404 for a hidden project, 403 for Guests of a
 * private one (contract: git §1).
 */
@Injectable()
export class CodeProjectResolver extends ProjectForReadersResolver {
  protected override mayRead(project: Project, caller: Caller): boolean {
    return mayReadCode(project, caller);
  }
}

/**
 * Whether a caller who can see the project may read its code: everybody, except that private projects require Reporter
 * (contract: git §1).
 */
export const mayReadCode = (project: Project, caller: Caller): boolean =>
  project.visibility !== 'private' || caller.isAtLeast(Role.Reporter, levelOf(project));

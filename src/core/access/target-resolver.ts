import type { ApiError } from '../../common/errors/api-error.js';
import type { Caller } from './caller.js';

export interface ResolvedTarget {
  readonly record: unknown;
  /** The caller's level there; null without membership. */
  readonly level: number | null;
  /** The project that it is or belongs to, where job tokens are admitted. */
  readonly projectId?: number;
}

/**
 * Finds what a route is about, once per request: the project or group of `:id`, or the container of a module's own
 * record. Modules provide their own, so that the guard does not depend on them.
 */
export abstract class TargetResolver {
  /** The name in `404 <name> Not Found`. */
  abstract readonly resourceName: string;

  /** What every request gets, from every caller, while the operator has switched off what the route belongs to. */
  closed(): ApiError | null {
    return null;
  }

  /** Null when it is missing or the caller may not see it: both look the same (contract: conventions §1). */
  abstract resolve(params: Readonly<Record<string, string>>, caller: Caller): Promise<ResolvedTarget | null>;
}

/** Provided by core/projects and core/groups. */
export abstract class ProjectTargetResolver extends TargetResolver {}
export abstract class GroupTargetResolver extends TargetResolver {}

import type { ApiError } from '../../common/errors/api-error.js';
import type { Caller } from './caller.js';

export interface ResolvedTarget {
  readonly record: unknown;
  /** The caller's level there; null without membership. */
  readonly level: number | null;
  /** The project that the record is or belongs to, where job tokens are admitted. */
  readonly projectId?: number;
}

/**
 * Finds the record that a route is about, once per request: the project or group of `:id`, or a record of a module's
 * own. Modules provide their resolvers, so that the guard does not depend on them.
 */
export abstract class TargetResolver {
  /** The name in `404 <name> Not Found`. */
  abstract readonly resourceName: string;

  /** The answer to every request while the operator has switched off the feature of the route; null while it is on. */
  closed(): ApiError | null {
    return null;
  }

  /**
   * Null when there is no such record, and when the caller may not see it: both are answered alike (contract:
   * conventions §1).
   */
  abstract resolve(params: Readonly<Record<string, string>>, caller: Caller): Promise<ResolvedTarget | null>;
}

/** Provided by core/projects and core/groups. */
export abstract class ProjectTargetResolver extends TargetResolver {}
export abstract class GroupTargetResolver extends TargetResolver {}

import { callOf } from './package-call.js';
import type { PackageSubject } from './package-subject.js';

/**
 * A read request for packages that the subject may read, in one project or in those of a group (contract: packages
 * §4.9).
 */
export interface PackageReach {
  readonly subject: PackageSubject;
  readonly projectIds: readonly number[];
}

const reaches = new WeakMap<object, PackageReach>();

/** Stores the projects that an authorized request may read. */
export function rememberReach(request: object, reach: PackageReach): void {
  reaches.set(request, reach);
}

/** The projects that the authorized request may read: those that its route found, otherwise its own project. */
export function reachOf(request: object): PackageReach {
  const reach = reaches.get(request);
  if (reach) {
    return reach;
  }
  const { project, subject } = callOf(request);
  return { subject, projectIds: [project.projectId] };
}

import { callOf } from './package-call.js';
import type { PackageSubject } from './package-subject.js';

/** A read over projects whose packages the subject may read: one, or those of a group (contract: packages §4.9). */
export interface PackageReach {
  readonly subject: PackageSubject;
  readonly projectIds: readonly number[];
}

const reaches = new WeakMap<object, PackageReach>();

/** Keeps which projects an authorized request reads. */
export function rememberReach(request: object, reach: PackageReach): void {
  reaches.set(request, reach);
}

/** What the authorized request reads: what its route said, else the one project that it is about. */
export function reachOf(request: object): PackageReach {
  const reach = reaches.get(request);
  if (reach) {
    return reach;
  }
  const { project, subject } = callOf(request);
  return { subject, projectIds: [project.projectId] };
}

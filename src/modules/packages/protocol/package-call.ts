import type { PackageProject } from './package-project.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import type { PackageSubject } from './package-subject.js';

/** An authorized request of a package protocol. */
export interface PackageCall {
  readonly project: PackageProject;
  readonly subject: PackageSubject;
}

/** The account that publishes, null for a deploy token, and the pipeline if a job publishes. */
export const publisherOf = ({ subject }: PackageCall) => ({
  creatorId: accountOf(subject)?.id ?? null,
  pipelineId: subject.kind === 'job' ? subject.pipelineId : null,
});

const calls = new WeakMap<object, PackageCall>();

/** Stores the project and the subject of a request. */
export function rememberCall(request: object, call: PackageCall): void {
  calls.set(request, call);
}

/** Undefined until the request is known to concern a project. */
export const findCall = (request: object): PackageCall | undefined => calls.get(request);

/** Returns what was stored for the request. Throws if its route did not declare the right that it needs. */
export function callOf(request: object): PackageCall {
  const call = calls.get(request);
  if (!call) {
    throw new Error('This route did not say what it needs.');
  }
  return call;
}

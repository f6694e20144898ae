import type { Commit } from '../../../platform/git/commit-object.js';
import { fullName, isRefName, readRef } from '../../../platform/git/ref-names.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import { refAmbiguous, refNotFound } from './pipeline-refusals.js';

/** The ref and commit that a pipeline runs on. */
export interface PipelineRef extends RefName {
  readonly commit: Commit;
}

/**
 * Returns the branch or tag with that short or full name. Throws 400 if there is none, or both (contract: triggers
 * §3.4).
 */
export async function resolveForPipeline(
  text: string,
  commitAt: (fullName: string) => Promise<Commit | null>,
): Promise<PipelineRef> {
  const exact = readRef(text);
  const candidates: readonly RefName[] = exact
    ? [exact]
    : [
        { kind: 'branch', name: text },
        { kind: 'tag', name: text },
      ];
  const found: PipelineRef[] = [];
  for (const candidate of candidates.filter(({ name }) => isRefName(name))) {
    const commit = await commitAt(fullName(candidate));
    found.push(...(commit ? [{ ...candidate, commit }] : []));
  }
  const [ref, other] = found;
  if (!ref) {
    throw refNotFound();
  }
  if (other) {
    throw refAmbiguous();
  }
  return ref;
}

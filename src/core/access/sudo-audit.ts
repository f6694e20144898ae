import type { AccessContext } from './access-context.js';
import type { ResolvedTarget } from './target-resolver.js';

/** A write under sudo: who makes it, and its target as far as the route names one. */
export interface SudoWrite extends Pick<AccessContext, 'caller' | 'request' | 'state'> {
  readonly rules: { readonly allow: { readonly on: unknown } };
  readonly target: Partial<ResolvedTarget> | undefined;
}

/** Records writes under sudo; implemented by the audit module (contract: conventions §7, §17). */
export abstract class SudoAudit {
  /** Joins the transaction of the write. A preview changes nothing, so it is not recorded. */
  abstract record(access: AccessContext): Promise<void>;
  /** Like {@link record}, for protocols whose requests have no parameter for previews. */
  abstract recordChange(write: SudoWrite): Promise<void>;
}

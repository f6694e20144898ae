import type { AccessContext } from './access-context.js';
import type { ResolvedTarget } from './target-resolver.js';

/** A write under sudo: by whom, and what it is about as far as its route says. */
export interface SudoWrite extends Pick<AccessContext, 'caller' | 'request' | 'state'> {
  readonly rules: { readonly allow: { readonly on: unknown } };
  readonly target: Partial<ResolvedTarget> | undefined;
}

/** Records writes under sudo; implemented by the audit module (contract: conventions §7, §17). */
export abstract class SudoAudit {
  /** Joins the transaction of the write; a preview changes nothing and leaves nothing. */
  abstract record(access: AccessContext): Promise<void>;
  /** As {@link record}, of a protocol that knows no previews by parameter. */
  abstract recordChange(write: SudoWrite): Promise<void>;
}

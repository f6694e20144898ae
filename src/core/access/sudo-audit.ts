import type { AccessContext } from './access-context.js';

/** Records writes under sudo; implemented by the audit module (contract: conventions §7, §17). */
export abstract class SudoAudit {
  /** Joins the transaction of the write; a preview changes nothing and leaves nothing. */
  abstract record(access: AccessContext): Promise<void>;
  /** As {@link record}, of a protocol that knows no previews by parameter. */
  abstract recordChange(access: AccessContext): Promise<void>;
}

import type { AccessContext } from './access-context.js';

/** Records writes under sudo; the module of audit provides it (contract: conventions §7, §17). */
export abstract class SudoAudit {
  /** Joins the transaction of the write; a preview changes nothing and leaves nothing. */
  abstract record(access: AccessContext): Promise<void>;
}

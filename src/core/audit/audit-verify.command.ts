import { Injectable } from '@nestjs/common';
import type { Command } from '../../platform/cli/command.js';
import { print } from '../../platform/cli/command.js';
import { readWords } from '../../platform/cli/usage.js';
import { AuditSealingService } from './audit-sealing.service.js';

/** Verifies the hash chain of the audit log (contract: conventions §21.6). */
@Injectable()
export class AuditVerifyCommand implements Command {
  static readonly commandName = 'audit verify';
  static readonly usage = 'audit verify';
  static readonly summary = 'verify the hash chain of the audit log; exit code 1 names the first broken row';

  constructor(private readonly sealing: AuditSealingService) {}

  async run(args: readonly string[]): Promise<number> {
    readWords(AuditVerifyCommand.usage, args, 0);
    const { checked, brokenId } = await this.sealing.verify();
    print(brokenId === null ? `The chain is whole: ${checked} events.` : `Event ${brokenId} does not fit the chain.`);
    return brokenId === null ? 0 : 1;
  }
}

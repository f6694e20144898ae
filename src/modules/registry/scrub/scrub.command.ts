import { Injectable } from '@nestjs/common';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readOptions } from '../../../platform/cli/usage.js';
import type { Fault, Finding } from './finding.js';
import { ScrubService } from './scrub.service.js';
import type { ScrubReport } from './scrub.service.js';
import { ScrubRepairService } from './scrub-repair.service.js';
import { ScrubRepository } from './scrub.repository.js';

const NOWHERE = ['(no repository)'];
const FAULTS: readonly Fault[] = ['missing', 'damaged', 'unreadable'];

/** Contract: registry §9.8. */
@Injectable()
export class ScrubCommand implements Command {
  static readonly commandName = 'scrub';
  static readonly usage = 'scrub [--repair]';
  static readonly summary = 'read every stored image object again; exit code 1 when one is missing or damaged';

  constructor(
    private readonly scrub: ScrubService,
    private readonly repair: ScrubRepairService,
    private readonly blobs: ScrubRepository,
  ) {}

  async run(args: readonly string[]): Promise<number> {
    const { repair: repairs = false } = readOptions(ScrubCommand.usage, args, { repair: { type: 'boolean' } });
    const report = await this.scrub.run();
    const repaired = repairs ? await this.repair.run(report.findings) : new Set<number>();
    await this.printFindings(report.findings, repaired);
    print(summaryOf(report, repairs ? repaired.size : null));
    return report.findings.length > 0 ? 1 : 0;
  }

  /** Prints one line for each repository and object. */
  private async printFindings(findings: readonly Finding[], repaired: ReadonlySet<number>): Promise<void> {
    const usages = await this.blobs.usages(findings.map(({ blob }) => blob.id));
    const pathsOf = new Map(usages.map(({ blobId, paths }) => [blobId, paths]));
    const lines = findings.flatMap(({ blob, fault }) => {
      const end = repaired.has(blob.id) ? ', repaired' : '';
      return (pathsOf.get(blob.id) ?? NOWHERE).map((path) => `${path}: ${fault} ${blob.digest}${end}`);
    });
    lines.sort().forEach(print);
  }
}

function summaryOf({ objects, bytes, findings }: ScrubReport, repaired: number | null): string {
  const counts = FAULTS.map((fault) => `${findings.filter((finding) => finding.fault === fault).length} ${fault}`);
  const all = [...counts, ...(repaired === null ? [] : [`${repaired} repaired`])];
  return `Read ${objects} objects (${bytes} bytes): ${all.join(', ')}.`;
}

import { parseArgs } from 'node:util';
import { Injectable } from '@nestjs/common';
import { parseHumanDuration } from '../../../common/time/duration.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { GcPreviewService } from './gc-preview.service.js';
import { GcRunsService } from './gc-runs.service.js';
import type { GcTotals } from './gc-run.js';

/** Collects garbage in this process (contract: registry §7). */
@Injectable()
export class GcCommand implements Command {
  static readonly commandName = 'gc';
  static readonly usage = 'gc [--dry-run] [--grace <duration>]';
  static readonly summary = 'collect images that no tag needs any more; --grace 0 spares nothing';

  constructor(
    private readonly runs: GcRunsService,
    private readonly preview: GcPreviewService,
  ) {}

  async run(args: readonly string[]): Promise<number> {
    const order = readOrder(args);
    if (!order) {
      print(`Usage: npm run cli -- ${GcCommand.usage}`);
      return 1;
    }
    const { isDryRun, graceSeconds } = order;
    const totals = isDryRun
      ? await this.preview.totals(graceSeconds)
      : await this.runs.carryOut({ graceSeconds, sweepsOrphans: true });
    print(totals ? sentence(isDryRun ? 'Would collect' : 'Collected', totals) : 'Another process collects just now.');
    return totals ? 0 : 1;
  }
}

const sentence = (verb: string, { manifests, blobs, bytes, uploads }: GcTotals): string =>
  `${verb} ${manifests} manifests, ${blobs} blobs (${bytes} bytes) and ${uploads} uploads.`;

function readOrder(args: readonly string[]): { isDryRun: boolean; graceSeconds: number | undefined } | null {
  try {
    const options = { 'dry-run': { type: 'boolean' }, grace: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const graceSeconds = values.grace === undefined ? undefined : secondsIn(values.grace);
    return graceSeconds === null ? null : { isDryRun: values['dry-run'] ?? false, graceSeconds };
  } catch {
    return null;
  }
}

/** No time at all is a grace, too. */
function secondsIn(text: string): number | null {
  if (/^0+[smhd]?$/.test(text.trim())) {
    return 0;
  }
  const millis = parseHumanDuration(text);
  return millis === null ? null : millis / 1000;
}

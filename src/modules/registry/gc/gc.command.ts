import { Injectable } from '@nestjs/common';
import { parseHumanDuration } from '../../../common/time/duration.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { misused, readOptions } from '../../../platform/cli/usage.js';
import { GcPreviewService } from './gc-preview.service.js';
import { GcRunsService } from './gc-runs.service.js';
import type { GcTotals } from './gc-run.js';

const OPTIONS = { 'dry-run': { type: 'boolean' }, grace: { type: 'string' } } as const;

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
    const { 'dry-run': isDryRun = false, grace } = readOptions(GcCommand.usage, args, OPTIONS);
    const graceSeconds = grace === undefined ? undefined : secondsIn(grace);
    const totals = isDryRun
      ? await this.preview.totals(graceSeconds)
      : await this.runs.carryOut({ graceSeconds, sweepsOrphans: true });
    print(totals ? sentence(isDryRun ? 'Would collect' : 'Collected', totals) : 'Another process collects just now.');
    return totals ? 0 : 1;
  }
}

const sentence = (verb: string, { manifests, blobs, bytes, uploads }: GcTotals): string =>
  `${verb} ${manifests} manifests, ${blobs} blobs (${bytes} bytes) and ${uploads} uploads.`;

/** Parses a duration; zero is also a valid grace period. */
function secondsIn(text: string): number {
  if (/^0+[smhd]?$/.test(text.trim())) {
    return 0;
  }
  const millis = parseHumanDuration(text);
  if (millis === null) {
    throw misused(GcCommand.usage, `'${text}' is no duration such as 90s, 5m, 24h or 7d.`);
  }
  return millis / 1000;
}

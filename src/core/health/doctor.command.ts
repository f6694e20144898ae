import { Injectable } from '@nestjs/common';
import { errorText } from '../../common/errors/error-text.js';
import type { Command } from '../../platform/cli/command.js';
import { print } from '../../platform/cli/command.js';
import { readOptions } from '../../platform/cli/usage.js';
import { Env } from '../../platform/config/env.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { requireGit } from '../../platform/git/require-git.js';
import { Outbox } from '../../platform/queue/outbox.js';
import { ANOTHER_KEY, KeyCheckService } from '../first-start/key-check.service.js';
import { Inspection } from './inspection.js';
import { Readiness } from './readiness.js';

/** Checks that everything the service needs is present and usable, and lists failed jobs. */
@Injectable()
export class DoctorCommand implements Command {
  static readonly commandName = 'doctor';
  static readonly usage = 'doctor [--quick]';
  static readonly summary =
    'check what the service needs, that repositories and blobs are there (not with --quick), dead jobs; exit code 1 when something is wrong';

  constructor(
    private readonly readiness: Readiness,
    private readonly outbox: Outbox,
    private readonly contributions: Contributions,
    private readonly keyCheck: KeyCheckService,
    private readonly env: Env,
  ) {}

  async run(args: readonly string[]): Promise<number> {
    const { quick = false } = readOptions(DoctorCommand.usage, args, { quick: { type: 'boolean' } });
    print(`node ${process.version}, data in ${this.env.dataDir}, serving ${this.env.baseUrl}`);
    const { status, checks } = await this.readiness.report();
    Object.entries(checks).forEach(([name, result]) => {
      print(`${name}: ${result}`);
    });
    const isSameKey = await this.keyCheck.isSame();
    print(`secret_key: ${isSameKey ? 'ok' : ANOTHER_KEY}`);
    const hasGit = await this.inspectGit();
    const isComplete = quick || (await this.inspectAll());
    await this.showJobs();
    return status === 'ok' && isSameKey && hasGit && isComplete ? 0 : 1;
  }

  private async inspectGit(): Promise<boolean> {
    const problem = await requireGit(this.env).then(
      () => null,
      (error: unknown) => errorText(error),
    );
    print(`git: ${problem ?? 'ok'}`);
    return problem === null;
  }

  /** Returns whether nothing is missing. An inspection that fails does not prevent the others. */
  private async inspectAll(): Promise<boolean> {
    let isComplete = true;
    for (const inspection of this.contributions.to(Inspection)) {
      isComplete = (await this.inspect(inspection)) && isComplete;
    }
    return isComplete;
  }

  private async inspect(inspection: Inspection): Promise<boolean> {
    try {
      const { inspected, missing, examples } = await inspection.inspect();
      const isComplete = missing === 0;
      print(`${inspection.name}: ${isComplete ? `all ${inspected} are there` : `${missing} of ${inspected} missing`}`);
      examples.forEach((example) => {
        print(`  ${example}`);
      });
      return isComplete;
    } catch (error) {
      print(`${inspection.name}: cannot be inspected: ${errorText(error)}`);
      return false;
    }
  }

  private async showJobs(): Promise<void> {
    const { waiting, leased, dead } = await this.outbox.stats();
    print(`jobs: ${waiting} waiting, ${leased} running, ${dead} dead`);
    const deadJobs = await this.outbox.dead(SHOWN);
    deadJobs.forEach((job) => {
      print(
        `  dead since ${job.deadAt}: ${job.name} #${job.id} after ${job.attempts} attempts: ${job.lastError ?? ''}`,
      );
    });
  }
}

const SHOWN = 20;

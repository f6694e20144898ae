import { Injectable } from '@nestjs/common';
import type { Command } from '../../cli/command.js';
import { print } from '../../cli/command.js';
import { Env } from '../../config/env.js';
import { Outbox } from '../../queue/outbox.js';
import { Readiness } from '../readiness.js';

/** Looks whether everything that the service needs can be used, and at jobs that died. */
@Injectable()
export class DoctorCommand implements Command {
  static readonly commandName = 'doctor';
  static readonly usage = 'doctor';
  static readonly summary =
    'check database, queue, blob store, storages; list dead jobs; exit code 1 when something is wrong';

  constructor(
    private readonly readiness: Readiness,
    private readonly outbox: Outbox,
    private readonly env: Env,
  ) {}

  async run(): Promise<number> {
    print(`node ${process.version}, data in ${this.env.dataDir}, serving ${this.env.baseUrl}`);
    const { status, checks } = await this.readiness.report();
    Object.entries(checks).forEach(([name, result]) => {
      print(`${name}: ${result}`);
    });
    const { waiting, leased, dead } = await this.outbox.census();
    print(`jobs: ${waiting} waiting, ${leased} running, ${dead} dead`);
    const graves = await this.outbox.dead(SHOWN);
    graves.forEach((job) => {
      print(
        `  dead since ${job.deadAt}: ${job.name} #${job.id} after ${job.attempts} attempts: ${job.lastError ?? ''}`,
      );
    });
    return status === 'ok' ? 0 : 1;
  }
}

const SHOWN = 20;

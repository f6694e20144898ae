import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/errors/error-text.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { CheckFailed, HealthCheck } from './health-check.js';

const LIMIT_MS = 2000;

export interface ReadinessReport {
  readonly status: 'ok' | 'failed' | 'stopping';
  /** `ok`, or what is wrong, by the name of the check. */
  readonly checks: Readonly<Record<string, string>>;
}

/** Whether this process can take requests (contract: core §1.3). */
@Injectable()
export class Readiness {
  private readonly logger = new Logger('health');
  private readonly stopping = new AbortController();
  private running: Promise<ReadinessReport> | undefined;

  constructor(private readonly contributions: Contributions) {}

  /** Makes the process not ready, whatever its checks report. */
  stop(): void {
    this.stopping.abort();
  }

  /** Aborted when the process stops, for work that lets clients wait. */
  get stopSignal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Runs all checks at once, each for at most 2 s; concurrent callers share one run. */
  report(): Promise<ReadinessReport> {
    this.running ??= this.probeAll().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async probeAll(): Promise<ReadinessReport> {
    const checks = this.contributions.to(HealthCheck);
    const results = await Promise.all(checks.map(async (check) => [check.name, await this.probe(check)] as const));
    const status = results.every(([, result]) => result === 'ok') ? 'ok' : 'failed';
    return { status: this.stopping.signal.aborted ? 'stopping' : status, checks: Object.fromEntries(results) };
  }

  private async probe(check: HealthCheck): Promise<string> {
    try {
      await withinLimit(check.probe());
      return 'ok';
    } catch (error) {
      this.logger.warn({ check: check.name, error: errorText(error) });
      return error instanceof CheckFailed ? error.message : 'failed';
    }
  }
}

function withinLimit(probe: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout;
  const limit = new Promise<void>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new CheckFailed('no answer within 2 s'));
    }, LIMIT_MS);
  });
  return Promise.race([probe, limit]).finally(() => {
    clearTimeout(timer);
  });
}

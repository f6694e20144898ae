import { Injectable } from '@nestjs/common';
import type { StoredReading } from '../payloads/stored-reading.js';
import { AlertExplanationService } from './alert-explanation.service.js';
import { AlertIntakeService } from './alert-intake.service.js';
import { AlertMetrics } from './alert-metrics.js';
import type { IntakeSource } from './intake-source.js';
import { PayloadReadingService } from './payload-reading.service.js';

/** An answer as it is sent: JSON text and headers (contract: alerts §1.7, §1.8, §8.4). */
export interface PayloadAnswer {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface IntakeMode {
  readonly isDryRun: boolean;
  /** Id of a signed request. */
  readonly webhookId?: string | null;
}

/** Processes one payload of an integration, from its sender or as a test (contract: alerts §1, §4). */
@Injectable()
export class PayloadIntakeService {
  constructor(
    private readonly intake: AlertIntakeService,
    private readonly explanation: AlertExplanationService,
    private readonly metrics: AlertMetrics,
    private readonly payloads: PayloadReadingService,
  ) {}

  /** Throws 400, 422, 503. */
  async take(
    source: IntakeSource,
    bytes: Uint8Array,
    { isDryRun, webhookId = null }: IntakeMode,
  ): Promise<PayloadAnswer> {
    const { items, dropped } = await this.payloads.read(source, bytes);
    const headers: Record<string, string> = dropped === 0 ? {} : { 'X-Alerts-Dropped': String(dropped) };
    if (isDryRun) {
      return { json: JSON.stringify(await this.explanation.explain(source, items)), headers };
    }
    const readings = items.filter((item): item is StoredReading => item.event !== 'skipped');
    const { answer, outcomes, isReplayed } = await this.intake.take(source, readings, webhookId);
    if (!isReplayed) {
      this.metrics.noteOutcomes(outcomes);
    }
    return {
      json: answer,
      headers: {
        ...headers,
        'X-Alert-Outcome': outcomes,
        ...(isReplayed ? { 'X-Alert-Replayed': 'true' } : {}),
      },
    };
  }
}

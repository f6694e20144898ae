import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { unprocessable } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import type { AlertReading, PayloadReading } from '../payloads/alert-reading.js';
import { PAYLOAD_READERS } from '../payloads/index.js';
import type { JsonObject } from '../payloads/json-value.js';
import { AlertExplanationService } from './alert-explanation.service.js';
import { AlertIntakeService } from './alert-intake.service.js';
import { AlertMetrics } from './alert-metrics.js';
import type { IntakeSource } from './intake-source.js';

/** An answer as it goes out: JSON text and headers (contract: alerts §1.7, §1.8, §8.4). */
export interface PayloadAnswer {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface IntakeMode {
  readonly isDryRun: boolean;
  /** Of a signed request. */
  readonly webhookId?: string | null;
}

/** Takes one payload of an integration: from its sender, or as a test (contract: alerts §1, §4). */
@Injectable()
export class PayloadIntakeService {
  constructor(
    private readonly intake: AlertIntakeService,
    private readonly explanation: AlertExplanationService,
    private readonly metrics: AlertMetrics,
    private readonly clock: Clock,
  ) {}

  /** Throws 422 for what is no notification where only those are taken. */
  async take(
    source: IntakeSource,
    payload: JsonObject,
    { isDryRun, webhookId = null }: IntakeMode,
  ): Promise<PayloadAnswer> {
    await nextTurn(); // to parse, to read and to store a large payload takes a while each
    const { items, dropped } = this.read(source, payload);
    await nextTurn();
    const headers: Record<string, string> = dropped === 0 ? {} : { 'X-Alerts-Dropped': String(dropped) };
    if (isDryRun) {
      return { json: JSON.stringify(await this.explanation.explain(source.project.id, items)), headers };
    }
    const readings = items.filter((item): item is AlertReading => item.event !== 'skipped');
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

  private read({ type, mapping }: IntakeSource, payload: JsonObject): PayloadReading {
    const reader = PAYLOAD_READERS.find((one) => one.recognises(payload));
    if (!reader || (type === 'prometheus' && reader.name !== 'alertmanager')) {
      throw unprocessable('The payload is not an Alertmanager notification');
    }
    return reader.read(payload, { mapping, now: new Date(this.clock.millis()).toISOString() });
  }
}

import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';

/** Metrics of received payloads and of their processing time (contract: alerts §8.8). */
@Injectable()
export class AlertMetrics {
  private readonly received;
  private readonly seconds;

  constructor(metrics: Metrics) {
    this.received = metrics.counter('slipway_alerts_received_total', 'Alerts in payloads that were taken.', [
      'outcome',
    ]);
    this.seconds = metrics.histogram('slipway_alert_intake_seconds', 'Time from a payload to its answer.');
  }

  /** Comma-separated. */
  noteOutcomes(outcomes: string): void {
    outcomes
      .split(',')
      .filter((outcome) => outcome !== '')
      .forEach((outcome) => {
        this.received.inc({ outcome });
      });
  }

  noteTime(seconds: number): void {
    this.seconds.observe(seconds);
  }
}

import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { GcTotals } from './gc-run.js';

type Collected = 'manifests' | 'blobs' | 'bytes' | 'uploads';
const COLLECTED: readonly Collected[] = ['manifests', 'blobs', 'bytes', 'uploads'];

/** Counts what collections of this process removed (contract: registry §8). */
@Injectable()
export class GcMetrics {
  private readonly runs: Counter;
  private readonly collected: ReadonlyMap<Collected, Counter>;

  constructor(metrics: Metrics) {
    this.runs = metrics.counter('slipway_registry_collections_total', 'Garbage collections that ended.');
    this.collected = new Map(
      COLLECTED.map((what) => [
        what,
        metrics.counter(`slipway_registry_collected_${what}_total`, `Garbage that was collected: ${what}.`),
      ]),
    );
  }

  noteCollection(totals: GcTotals): void {
    this.runs.inc();
    this.collected.forEach((counter, what) => {
      counter.inc(totals[what]);
    });
  }
}

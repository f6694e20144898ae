import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';

/** Counts pushes and pulls, which are not logged (contract: registry §8). */
@Injectable()
export class RegistryMetrics {
  private readonly pushes: Counter;
  private readonly pulls: Counter;

  constructor(metrics: Metrics) {
    this.pushes = metrics.counter('slipway_registry_pushes_total', 'Manifests that were pushed.');
    this.pulls = metrics.counter('slipway_registry_pulls_total', 'Manifests that were pulled.');
  }

  notePush(): void {
    this.pushes.inc();
  }

  notePull(): void {
    this.pulls.inc();
  }
}

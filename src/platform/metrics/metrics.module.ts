import { Module } from '@nestjs/common';
import { Gauges } from './gauges.js';
import { Metrics } from './metrics.js';

/** What the process counts, as Prometheus reads it. */
@Module({ providers: [Metrics, Gauges], exports: [Metrics] })
export class MetricsModule {}

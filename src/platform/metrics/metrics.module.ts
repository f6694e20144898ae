import { Module } from '@nestjs/common';
import { Gauges } from './gauges.js';
import { Metrics } from './metrics.js';

/** Metrics of the process for Prometheus. */
@Module({ providers: [Metrics, Gauges], exports: [Metrics] })
export class MetricsModule {}

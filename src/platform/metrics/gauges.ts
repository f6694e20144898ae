import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { PoolLoad } from '../database/pool-load.js';
import { Outbox } from '../queue/outbox.js';
import { Metrics } from './metrics.js';

const STARTED = Date.now() / 1000 - process.uptime();

/** Gauges in addition to those of requests; all are cheap to read and cost nothing otherwise. */
@Injectable()
export class Gauges {
  constructor(metrics: Metrics, outbox: Outbox, pool: PoolLoad) {
    metrics.gauge('slipway_jobs', 'Jobs in the outbox by state.', 'state', async () => ({
      ...(await outbox.stats()),
    }));
    metrics.gauge('slipway_database_connections', 'Database connections of this process.', 'state', () => pool.read());
    metrics.value('process_start_time_seconds', 'Start of the process in Unix seconds.', () => STARTED);
    metrics.value('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
    metrics.value('nodejs_heap_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
    metrics.total('process_cpu_seconds_total', 'CPU time, user and system.', cpuSeconds);
    metrics.value(
      'nodejs_eventloop_utilization',
      'Busy share of the event loop since the start.',
      () => performance.eventLoopUtilization().utilization,
    );
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

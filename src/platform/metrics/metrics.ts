import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Reads the values of a gauge, by the values of its one label. */
export type Reading = () => Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>;

/** Metrics of this process for Prometheus (contract: core §1.3). */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  /** Labelled by the pattern of the route: raw targets would create a series for every record. */
  private readonly requests = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  noteRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status }, seconds);
  }

  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** Adds a histogram of durations in seconds. */
  histogram(name: string, help: string): Histogram {
    return new Histogram({ name, help, buckets: SECONDS, registers: [this.registry] });
  }

  /** Adds a gauge with one label that is read on each scrape; it is left out when reading fails. */
  gauge(name: string, help: string, label: string, read: Reading): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        this.reset();
        const values = await Promise.resolve(read()).catch(() => ({}));
        Object.entries(values).forEach(([value, number]) => {
          this.set({ [label]: value }, number);
        });
      },
    });
  }

  /** Adds a gauge without labels. */
  value(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** Adds a counter without labels. */
  total(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** Adds a gauge without labels that is read asynchronously; it is left out when reading fails. */
  reading(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read().catch(() => Number.NaN));
      },
    });
  }

  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}

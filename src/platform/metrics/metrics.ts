import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Reads what a gauge shows, by the values of its one label. */
export type Reading = () => Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>;

/** Numbers about this process for Prometheus (contract: core §1.3). */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  /** By the pattern of the route: a raw target would make a series of its own for every record. */
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

  /** Seconds that something takes. */
  histogram(name: string, help: string): Histogram {
    return new Histogram({ name, help, buckets: SECONDS, registers: [this.registry] });
  }

  /** A gauge with one label that is read whenever somebody asks; what cannot be read is left out. */
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

  /** A number without labels. */
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

  /** A number without labels that only grows while the process lives. */
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

  /** A number without labels that is asked for elsewhere; left out when it cannot be read. */
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

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}

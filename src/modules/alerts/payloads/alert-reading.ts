import type { Severity } from '../alert-words.js';
import type { Fingerprint } from './fingerprint.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { PayloadMapping } from './payload-mapping.js';

/** Where the value of a field was found (contract: alerts §1.9). */
export type FieldSource = 'field' | 'mapping' | 'fallback' | 'default';

/** Fields of an alert whose sources are reported. */
export type ReadField =
  | 'title'
  | 'description'
  | 'severity'
  | 'hosts'
  | 'service'
  | 'monitoring_tool'
  | 'environment'
  | 'started_at'
  | 'ended_at'
  | 'fingerprint';
export type FieldSources = Readonly<Record<ReadField, FieldSource>>;

/** An alert as described by a payload (contract: alerts §1.4, §1.7). */
export interface AlertReading {
  readonly event: 'firing' | 'recovery';
  readonly title: string;
  readonly description: string | null;
  readonly severity: Severity;
  readonly hosts: readonly string[];
  readonly service: string | null;
  readonly monitoringTool: string | null;
  readonly environment: string | null;
  readonly runbook: string | null;
  readonly startedAt: string;
  /** Set for recoveries only. */
  readonly endedAt: string | null;
  readonly fingerprint: Fingerprint;
  readonly payload: JsonObject;
  readonly sources: FieldSources;
}

/** An item that does not create an alert, and the reason. */
export interface SkippedItem {
  readonly event: 'skipped';
  readonly reason: string;
}

export interface PayloadReading {
  readonly items: readonly (AlertReading | SkippedItem)[];
  /** Number of items above the limit. */
  readonly dropped: number;
}

export interface ReadingContext {
  readonly mapping: PayloadMapping;
  /** Time of receipt. */
  readonly now: string;
}

import type { Severity } from '../alert-words.js';
import type { Fingerprint } from './fingerprint.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { PayloadMapping } from './payload-mapping.js';

/** Where the value of a field was found (contract: alerts §1.9). */
export type FieldSource = 'field' | 'mapping' | 'fallback' | 'default';

/** Fields of an alert whose sources are told. */
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

/** What a payload says of an alert (contract: alerts §1.4, §1.7). */
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
  /** Of a recovery alone. */
  readonly endedAt: string | null;
  readonly fingerprint: Fingerprint;
  readonly payload: JsonObject;
  readonly sources: FieldSources;
}

/** An item that makes no alert, and why. */
export interface SkippedItem {
  readonly event: 'skipped';
  readonly reason: string;
}

export interface PayloadReading {
  readonly items: readonly (AlertReading | SkippedItem)[];
  /** Items beyond the limit. */
  readonly dropped: number;
}

export interface ReadingContext {
  readonly mapping: PayloadMapping;
  /** The time of receipt. */
  readonly now: string;
}

import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { AlertOutcome } from '../alert-words.js';
import type { SkippedItem } from '../payloads/alert-reading.js';
import type { StoredReading } from '../payloads/stored-reading.js';
import type { Alert } from '../records/alert.js';

const OptionalText = nullable(Type.String());

/** Contract: alerts §1.9; a skipped item only has its outcome and reason. */
export const ExplanationSchema = record('AlertExplanation', {
  title: OptionalText,
  description: OptionalText,
  severity: OptionalText,
  hosts: Type.Array(Type.String()),
  service: OptionalText,
  monitoring_tool: OptionalText,
  environment: OptionalText,
  started_at: nullable(Time),
  ended_at: nullable(Time),
  event: OptionalText,
  fingerprint: OptionalText,
  fingerprint_source: OptionalText,
  outcome: Type.String(),
  alert: nullable(
    Type.Object({ iid: Type.Integer(), title: Type.String(), status: Type.String(), events: Type.Integer() }),
  ),
  reason: Type.String(),
  sources: Type.Record(Type.String(), Type.String()),
});
export type ExplanationView = Static<typeof ExplanationSchema>;

const REASONS: Readonly<Record<AlertOutcome, string>> = {
  created: 'No unresolved alert has this fingerprint, so a new alert would be made.',
  grouped: 'An unresolved alert has this fingerprint, so its events would be counted up.',
  resolved: 'The payload has an end, so the unresolved alert with this fingerprint would be resolved.',
  unchanged: 'The payload has an end, and the alert with this fingerprint is resolved already.',
  recorded: 'The payload has an end, and no alert has this fingerprint, so a resolved alert would be stored.',
};

/** Presents the alert as it is now; null for an alert that an earlier item of the batch would create. */
export const presentExplanation = (
  reading: StoredReading,
  { outcome, alert }: { readonly outcome: AlertOutcome; readonly alert: Alert | null },
): ExplanationView => ({
  title: reading.title,
  description: reading.description,
  severity: reading.severity,
  hosts: [...reading.hosts],
  service: reading.service,
  monitoring_tool: reading.monitoringTool,
  environment: reading.environment,
  started_at: reading.startedAt,
  ended_at: reading.endedAt,
  event: reading.event,
  fingerprint: reading.fingerprint.value,
  fingerprint_source: reading.fingerprint.source,
  outcome,
  alert: alert && { iid: alert.iid, title: alert.title, status: alert.status, events: alert.events },
  reason: REASONS[outcome],
  sources: { ...reading.sources },
});

export const presentSkipped = ({ reason }: SkippedItem): ExplanationView => ({
  ...{ title: null, description: null, severity: null, hosts: [], service: null, monitoring_tool: null },
  ...{ environment: null, started_at: null, ended_at: null, event: null },
  ...{ fingerprint: null, fingerprint_source: null },
  outcome: 'skipped',
  alert: null,
  reason,
  sources: {},
});

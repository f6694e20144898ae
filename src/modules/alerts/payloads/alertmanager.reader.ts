import { DEFAULT_SEVERITY } from '../alert-words.js';
import type { Severity } from '../alert-words.js';
import type { AlertReading, FieldSource, ReadingContext, SkippedItem } from './alert-reading.js';
import { canonicalJson } from './canonical-json.js';
import { otherEnvironmentKey } from './environment-name.js';
import { sha1 } from './fingerprint.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { memberOf } from './member-of.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { PayloadReader } from './payload-reader.js';
import { cut, hostsIn, textOf } from './payload-text.js';
import { endIn, timeIn } from './payload-time.js';
import { MAX_DESCRIPTION, MAX_ENVIRONMENT, MAX_NAME, MAX_TITLE } from './reading-limits.js';

/** Keys that every notification has, and that other payloads do not have together (contract: alerts §1.7). */
const KEYS = [
  ...['version', 'groupKey', 'status', 'receiver', 'groupLabels', 'commonLabels'],
  ...['commonAnnotations', 'externalURL', 'alerts'],
];
const VERSION = '4';
const MAX_ITEMS = 1000;
const TOOL = 'Prometheus';
const ENVIRONMENT = 'service_environment_name';
/** Contract: alerts §1.7, second table. */
const SEVERITY_WORDS: readonly (readonly [Severity, string])[] = [
  ['critical', 'critical s1 p1 emergency fatal'],
  ['high', 'high s2 p2 major page'],
  ['medium', 'medium s3 p3 error alert'],
  ['low', 'low s4 p4 warn warning minor'],
  ['info', 'info s5 p5 debug information notice'],
  ['unknown', 'unknown'],
];
const SEVERITY_OF: ReadonlyMap<string, Severity> = new Map(
  SEVERITY_WORDS.flatMap(([severity, words]) => words.split(' ').map((word) => [word, severity] as const)),
);

/** Reads notifications of Alertmanager: each item is a separate alert (contract: alerts §1.7). */
export const alertmanagerReader: PayloadReader = {
  name: 'alertmanager',
  recognises: (payload) =>
    KEYS.every((key) => Object.hasOwn(payload, key)) && payload.version === VERSION && Array.isArray(payload.alerts),
  read: (payload, context) => {
    const items: unknown[] = Array.isArray(payload.alerts) ? payload.alerts : [];
    return {
      items: items.slice(0, MAX_ITEMS).map((item) => readItem(item, context)),
      dropped: Math.max(0, items.length - MAX_ITEMS),
    };
  },
};

function readItem(item: unknown, { now }: ReadingContext): AlertReading | SkippedItem {
  if (!isJsonObject(item)) {
    return skipped('The item is not an object.');
  }
  const startedAt = timeIn(item.startsAt);
  if (startedAt === undefined) {
    return skipped('The item has no usable startsAt.');
  }
  const title = titleOf(item);
  return title === undefined ? skipped('The item has no title.') : readAlert(item, { title, startedAt, now });
}

const skipped = (reason: string): SkippedItem => ({ event: 'skipped', reason });

function titleOf(item: JsonObject): string | undefined {
  const annotations = memberOf(item, 'annotations');
  return firstText(memberOf(annotations, 'title'), memberOf(annotations, 'summary'), label(item, 'alertname'));
}

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map(textOf).find((text) => text !== undefined);
const label = (item: JsonObject, name: string): unknown => memberOf(memberOf(item, 'labels'), name);

interface ItemFacts {
  readonly title: string;
  readonly startedAt: string;
  readonly now: string;
}

function readAlert(item: JsonObject, { title, startedAt, now }: ItemFacts): AlertReading {
  const annotations = memberOf(item, 'annotations');
  const description = firstText(memberOf(annotations, 'description'));
  const service = firstText(label(item, 'service'), label(item, 'job'));
  const environment = environmentOf(item);
  const severity = SEVERITY_OF.get((firstText(label(item, 'severity')) ?? '').trim().toLowerCase());
  const hosts = hostsIn(label(item, 'instance'));
  const isRecovery = memberOf(item, 'status') === 'resolved';
  const end = isRecovery ? endIn(item.endsAt) : undefined;
  return {
    event: isRecovery ? 'recovery' : 'firing',
    title: cut(title, MAX_TITLE),
    description: description === undefined ? null : cut(description, MAX_DESCRIPTION),
    severity: severity ?? DEFAULT_SEVERITY,
    hosts,
    service: service === undefined ? null : cut(service, MAX_NAME),
    monitoringTool: TOOL,
    environment: environment === undefined ? null : cut(environment, MAX_ENVIRONMENT),
    runbook: firstText(memberOf(annotations, 'runbook'), memberOf(annotations, 'runbook_url')) ?? null,
    startedAt,
    endedAt: isRecovery ? (end ?? now) : null,
    fingerprint: { value: sha1(identityOf(item, title, startedAt)), source: 'alertmanager' },
    payload: item,
    sources: {
      title: 'field',
      description: sourceOf(description),
      severity: sourceOf(severity),
      hosts: sourceOf(hosts[0]),
      service: sourceOf(service),
      monitoring_tool: 'default',
      environment: sourceOf(environment),
      started_at: 'field',
      ended_at: sourceOf(end),
      fingerprint: sourceOf(firstText(item.fingerprint)),
    },
  };
}

const sourceOf = (value: unknown): FieldSource => (value === undefined ? 'default' : 'field');

function environmentOf(item: JsonObject): string | undefined {
  const labels = memberOf(item, 'labels');
  if (!isJsonObject(labels)) {
    return undefined;
  }
  const other = otherEnvironmentKey(labels, ENVIRONMENT);
  return firstText(labels[ENVIRONMENT], other === undefined ? undefined : labels[other]);
}

/** Includes the start and every label, but not the changing texts of annotations (contract: alerts §1.7). */
function identityOf(item: JsonObject, title: string, startedAt: string): string {
  const name = firstText(label(item, 'alertname')) ?? title;
  const own = firstText(item.fingerprint) ?? canonicalJson(memberOf(item, 'labels') ?? null);
  return [startedAt, name, expressionIn(item.generatorURL), own].join('/');
}

/** Reads the query of any address, also of one without scheme and host (contract: alerts §1.7). */
function expressionIn(address: unknown): string {
  const [, query] = /^[^?#]*\?([^#]*)/.exec(textOf(address) ?? '') ?? [];
  return new URLSearchParams(query).get('g0.expr') ?? '';
}

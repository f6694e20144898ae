import { readFileSync } from 'node:fs';
import type { ObjectKind } from '../../src/modules/integrations/kinds/object-kind.js';
import type { SettingValue } from '../../src/modules/integrations/kinds/param.js';
import type { IntegrationEvent, Json, PlanContext, Settings } from '../../src/modules/integrations/kinds/step.js';

type JsonObject = Record<string, Json>;

/** The recorded event of a kind, with other members on top; those of `object_attributes` one by one. */
export function anEvent(
  objectKind: ObjectKind,
  members: JsonObject = {},
  attributes: JsonObject = {},
): IntegrationEvent {
  const recorded = JSON.parse(
    readFileSync(`test/fixtures/integration-events/${objectKind}.json`, 'utf8'),
  ) as JsonObject;
  const own = recorded.object_attributes as JsonObject | undefined;
  const payload: JsonObject = { ...recorded, ...(own && { object_attributes: { ...own, ...attributes } }), ...members };
  const eventType = typeof payload.event_type === 'string' ? payload.event_type : objectKind;
  return { uuid: '00000000-0000-4000-8000-000000000001', objectKind, eventType, payload };
}

export const someSettings = (values: Readonly<Record<string, SettingValue>>): Settings =>
  new Map(Object.entries(values));

export const aContext = (context: Partial<PlanContext> = {}): PlanContext => ({
  instanceUrl: 'https://code.example.com',
  base: 'https://vendor.example.com',
  defaultBranch: 'main',
  openMergeRequests: [],
  diff: null,
  failedJobLogs: new Map(),
  sendsMail: true,
  mailDomain: 'code.example.com',
  identityToken: null,
  ...context,
});

/** 40 zeros: a ref that was not there, or is gone. */
export const NO_SHA = '0'.repeat(40);

import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import { PROPERTY_FLAGS } from '../kinds/flags.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Param, SettingValue } from '../kinds/param.js';
import { FLAG_COLUMNS } from './flag-columns.js';
import { healthStateOf } from './health-state.js';
import type { Integration } from './integration.js';

/** Contract: integrations §2. */
export const IntegrationSchema = record('Integration', {
  id: Type.Integer(),
  title: Type.String(),
  slug: Type.String(),
  created_at: Time,
  updated_at: Time,
  active: Type.Boolean(),
  commit_events: Type.Boolean(),
  push_events: Type.Boolean(),
  issues_events: Type.Boolean(),
  confidential_issues_events: Type.Boolean(),
  merge_requests_events: Type.Boolean(),
  tag_push_events: Type.Boolean(),
  note_events: Type.Boolean(),
  confidential_note_events: Type.Boolean(),
  pipeline_events: Type.Boolean(),
  wiki_page_events: Type.Boolean(),
  job_events: Type.Boolean(),
  comment_on_event_enabled: Type.Boolean(),
});

/** Delivery health (contract: integrations §8.3). */
const DeliveryHealthSchema = record('DeliveryHealth', {
  state: Type.Union([Type.Literal('healthy'), Type.Literal('failing'), Type.Literal('paused')]),
  consecutive_failures: Type.Integer(),
  last_success_at: nullable(Time),
  last_failure_at: nullable(Time),
  paused_until: nullable(Time),
  paused_reason: nullable(Type.String()),
  signing: Type.Boolean(),
});

/** Contract: integrations §2. */
export const FullIntegrationSchema = merged('FullIntegration', [
  IntegrationSchema,
  Type.Object({
    properties: Type.Record(Type.String(), nullable(Type.Union([Type.String(), Type.Integer(), Type.Boolean()]))),
    delivery: DeliveryHealthSchema,
  }),
]);

export const presentIntegration = (
  integration: Integration,
  { title }: Pick<IntegrationKind, 'title'>,
): Static<typeof IntegrationSchema> => ({
  id: integration.id,
  title,
  slug: integration.slug,
  created_at: integration.createdAt,
  updated_at: integration.updatedAt,
  active: integration.active,
  commit_events: integration.commitEvents,
  push_events: integration.pushEvents,
  issues_events: integration.issuesEvents,
  confidential_issues_events: integration.confidentialIssuesEvents,
  merge_requests_events: integration.mergeRequestsEvents,
  tag_push_events: integration.tagPushEvents,
  note_events: integration.noteEvents,
  confidential_note_events: integration.confidentialNoteEvents,
  pipeline_events: integration.pipelineEvents,
  wiki_page_events: integration.wikiPageEvents,
  job_events: integration.jobEvents,
  comment_on_event_enabled: integration.commentOnEventEnabled,
});

export const presentFullIntegration = (
  integration: Integration,
  kind: IntegrationKind,
  sealed: ReadonlyMap<string, string>,
): Static<typeof FullIntegrationSchema> => ({
  ...presentIntegration(integration, kind),
  properties: { ...propertiesOf(integration, kind), ...Object.fromEntries(sealed) },
  delivery: presentHealth(integration),
});

/** Returns all parameters except secrets and those that only change others. */
function propertiesOf(integration: Integration, kind: IntegrationKind): Record<string, SettingValue | null> {
  const shown = kind.params.filter(({ secret, writeOnly }) => !secret && !writeOnly);
  return Object.fromEntries(shown.map((param) => [param.name, valueOf(param, integration)]));
}

function valueOf(param: Param, integration: Integration): SettingValue | null {
  const flag = PROPERTY_FLAGS.find((name) => name === param.name);
  return flag === undefined ? (integration.settings[param.name] ?? param.default) : integration[FLAG_COLUMNS[flag]];
}

const presentHealth = (integration: Integration): Static<typeof DeliveryHealthSchema> => ({
  state: healthStateOf(integration),
  consecutive_failures: integration.consecutiveFailures,
  last_success_at: integration.lastSuccessAt,
  last_failure_at: integration.lastFailureAt,
  paused_until: integration.pausedUntil,
  paused_reason: integration.pausedReason,
  signing: integration.signingSecret !== null,
});

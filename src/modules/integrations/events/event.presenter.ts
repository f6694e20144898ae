import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { Decision } from '../planning/decision.js';
import type { Redaction } from '../planning/redaction.js';
import { RenderedStepSchema } from '../planning/rendered-step.schema.js';
import { renderSteps } from '../planning/rendered-step.js';
import type { EventPayload } from '../records/event-payload.js';
import type { RecordedEvent } from './recorded-event.js';

const FiredDeliverySchema = record('FiredDelivery', {
  id: Type.Integer(),
  integration: Type.String(),
  state: Type.String(),
});

/** Contract: integrations §4.3. */
export const IntegrationEventSchema = record('IntegrationEvent', {
  id: Type.Integer(),
  uuid: Type.String(),
  event_id: nullable(Type.String()),
  object_kind: Type.String(),
  event_type: Type.String(),
  ref: nullable(Type.String()),
  project_id: Type.Integer(),
  created_at: Time,
  deliveries: Type.Array(FiredDeliverySchema),
});

const EventDecisionSchema = record('EventDecision', {
  slug: Type.String(),
  fires: Type.Boolean(),
  reason: Type.String(),
  steps: Type.Array(RenderedStepSchema),
});

export const EventPreviewSchema = record('EventPreview', {
  event: Type.Unknown(),
  integrations: Type.Array(EventDecisionSchema),
});

export const presentEvent = ({ event, deliveries }: RecordedEvent): Static<typeof IntegrationEventSchema> => ({
  id: event.id,
  uuid: event.uuid,
  event_id: event.eventId,
  object_kind: event.objectKind,
  event_type: event.eventType,
  ref: event.ref,
  project_id: event.projectId,
  created_at: event.createdAt,
  deliveries: deliveries.map(({ id, slug, state }) => ({ id, integration: slug, state })),
});

/** A decision with the redaction that removes the secrets of its integration from texts. */
export interface ShownDecision {
  readonly decision: Decision;
  readonly redaction: Redaction;
}

export const presentPreview = (
  event: EventPayload,
  decisions: readonly ShownDecision[],
): Static<typeof EventPreviewSchema> => ({
  event,
  integrations: decisions.map(({ decision: { kind, reason, steps }, redaction }) => ({
    slug: kind.slug,
    fires: reason === 'matched',
    reason,
    steps: renderSteps(steps, redaction),
  })),
});

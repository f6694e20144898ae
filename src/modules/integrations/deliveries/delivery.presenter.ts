import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { EventPayload } from '../records/event-payload.js';
import type { Delivery } from '../records/delivery.js';
import type { StepLog } from '../records/step-log.js';
import type { LoggedAttempt } from '../records/logged-attempt.js';

/** Contract: integrations §8.5. */
export const DeliverySchema = record('Delivery', {
  id: Type.Integer(),
  uuid: Type.String(),
  integration: Type.String(),
  event: Type.Object({
    id: Type.Integer(),
    uuid: Type.String(),
    object_kind: Type.String(),
    event_type: Type.String(),
    ref: nullable(Type.String()),
  }),
  trigger: Type.Union([Type.Literal('event'), Type.Literal('test'), Type.Literal('redelivery')]),
  redelivery_of: nullable(Type.Integer()),
  state: Type.String(),
  attempts_count: Type.Integer(),
  next_attempt_at: nullable(Time),
  created_at: Time,
  started_at: nullable(Time),
  finished_at: nullable(Time),
  duration_ms: nullable(Type.Integer()),
  response_status: nullable(Type.Integer()),
  error_code: nullable(Type.String()),
  error: nullable(Type.String()),
});

const Headers = Type.Record(Type.String(), Type.String());

const DeliveryStepSchema = record('DeliveryStep', {
  key: Type.String(),
  transport: Type.Union([Type.Literal('http'), Type.Literal('mail'), Type.Literal('tcp')]),
  method: nullable(Type.String()),
  url: Type.String(),
  request_headers: Headers,
  request_body: nullable(Type.String()),
  response_status: nullable(Type.Integer()),
  response_headers: Headers,
  response_body: nullable(Type.String()),
  truncated: Type.Boolean(),
  duration_ms: Type.Integer(),
  remote_address: nullable(Type.String()),
  error_code: nullable(Type.String()),
  error: nullable(Type.String()),
});

const DeliveryAttemptSchema = record('DeliveryAttempt', {
  number: Type.Integer(),
  started_at: Time,
  duration_ms: Type.Integer(),
  outcome: Type.String(),
  steps: Type.Array(DeliveryStepSchema),
});

export const FullDeliverySchema = merged('FullDelivery', [
  DeliverySchema,
  Type.Object({ payload: Type.Unknown(), attempts: Type.Array(DeliveryAttemptSchema) }),
]);

export const presentDelivery = (delivery: Delivery): Static<typeof DeliverySchema> => ({
  id: delivery.id,
  uuid: delivery.uuid,
  integration: delivery.slug,
  event: {
    id: delivery.event.id,
    uuid: delivery.event.uuid,
    object_kind: delivery.event.objectKind,
    event_type: delivery.event.eventType,
    ref: delivery.event.ref,
  },
  trigger: delivery.trigger,
  redelivery_of: delivery.redeliveryOf,
  state: delivery.state,
  attempts_count: delivery.attemptsCount,
  next_attempt_at: delivery.nextAttemptAt,
  created_at: delivery.createdAt,
  started_at: delivery.startedAt,
  finished_at: delivery.finishedAt,
  duration_ms: delivery.durationMs,
  response_status: delivery.responseStatus,
  error_code: delivery.errorCode,
  error: delivery.error,
});

/** A delivery with its event and its attempts. */
export interface LoggedDelivery {
  readonly delivery: Delivery;
  readonly payload: EventPayload;
  readonly attempts: readonly LoggedAttempt[];
}

export const presentFullDelivery = ({
  delivery,
  payload,
  attempts,
}: LoggedDelivery): Static<typeof FullDeliverySchema> => ({
  ...presentDelivery(delivery),
  payload,
  attempts: attempts.map((attempt) => ({
    number: attempt.number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    steps: attempt.steps.map(presentStep),
  })),
});

const presentStep = (step: StepLog): Static<typeof DeliveryStepSchema> => ({
  key: step.key,
  transport: step.transport,
  method: step.method,
  url: step.url,
  request_headers: { ...step.requestHeaders },
  request_body: step.requestBody,
  response_status: step.responseStatus,
  response_headers: { ...step.responseHeaders },
  response_body: step.responseBody,
  truncated: step.truncated,
  duration_ms: step.durationMs,
  remote_address: step.remoteAddress,
  error_code: step.errorCode,
  error: step.error,
});

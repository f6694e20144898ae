import { Bool, OneOf, Pattern, Time } from '../../../common/params/param.decorators.js';
import { OBJECT_KINDS } from '../kinds/object-kind.js';
import { DELIVERY_STATES, DELIVERY_TRIGGERS } from '../records/delivery-state.js';
import type { DeliveryState, DeliveryTrigger } from '../records/delivery-state.js';
import type { DeliveryFilters } from '../records/delivery-log.repository.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Unlike in other lists, a delivery of exactly that time is included. */
const SINCE = { description: 'Created at or after this time.' };
const UNTIL = { description: 'Created at or before this time.' };

/** Contract: integrations §8.5. */
export class ListDeliveriesQuery {
  @OneOf(DELIVERY_STATES) state?: DeliveryState;
  @OneOf(OBJECT_KINDS) event?: string;
  @OneOf(DELIVERY_TRIGGERS, { description: 'What made the delivery.' }) trigger?: DeliveryTrigger;
  @Time(SINCE) created_after?: Date;
  @Time(UNTIL) created_before?: Date;
  @Pattern(UUID) event_uuid?: string;

  toFilters(): DeliveryFilters {
    return {
      state: this.state,
      event: this.event,
      trigger: this.trigger,
      createdAfter: this.created_after,
      createdBefore: this.created_before,
      eventUuid: this.event_uuid,
    };
  }
}

/** Contract: integrations §8.6. */
export class RedeliverInput {
  @OneOf(DELIVERY_STATES, { hasDefault: true }) state?: DeliveryState;
  @OneOf(OBJECT_KINDS) event?: string;
  @Time(SINCE) created_after?: Date;
  @Time(UNTIL) created_before?: Date;
  @Bool() dry_run?: boolean;

  toFilters(): DeliveryFilters {
    const { state = 'failed', event, created_after: createdAfter, created_before: createdBefore } = this;
    return { state, event, createdAfter, createdBefore };
  }
}

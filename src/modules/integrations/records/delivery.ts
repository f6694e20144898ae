import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { DELIVERY_COLUMNS } from './delivery.columns.js';

export const DELIVERY_STATES = ['pending', 'running', 'retrying', 'succeeded', 'failed', 'canceled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States that nothing follows. */
export const FINAL_STATES = ['succeeded', 'failed', 'canceled'] as const satisfies readonly DeliveryState[];

export const DELIVERY_TRIGGERS = ['event', 'test', 'redelivery'] as const;
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];

/** A delivery as its log lists it (contract: integrations §8.5). */
export type Delivery = RowOf<typeof DELIVERY_COLUMNS>;

/** Nothing follows any more. */
export const isFinal = ({ state }: Pick<Delivery, 'state'>): boolean => FINAL_STATES.some((final) => final === state);

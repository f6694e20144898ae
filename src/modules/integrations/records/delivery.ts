import type { RowOf } from '../../../platform/database/typed-sql.js';
import { FINAL_STATES } from './delivery-state.js';
import type { DELIVERY_COLUMNS } from './delivery.columns.js';

/** A delivery as its log lists it (contract: integrations §8.5). */
export type Delivery = RowOf<typeof DELIVERY_COLUMNS>;

/** Whether the delivery has ended and will not be tried again. */
export const isFinal = ({ state }: Pick<Delivery, 'state'>): boolean => FINAL_STATES.some((final) => final === state);

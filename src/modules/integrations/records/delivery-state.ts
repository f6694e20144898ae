export const DELIVERY_STATES = ['pending', 'running', 'retrying', 'succeeded', 'failed', 'canceled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States that do not change any more. */
export const FINAL_STATES = ['succeeded', 'failed', 'canceled'] as const satisfies readonly DeliveryState[];

/** What created a delivery. */
export const DELIVERY_TRIGGERS = ['event', 'test', 'redelivery'] as const;
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];

import type { OperationEntity } from './operation.entity.js';

/** Scheduled work whose progress users can follow (contract: conventions §13). */
export type Operation = Readonly<Omit<OperationEntity, 'subject'>>;
export type OperationState = Operation['state'];

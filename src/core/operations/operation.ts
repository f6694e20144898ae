import type { OperationEntity } from './operation.entity.js';

export type OperationState = 'scheduled' | 'running' | 'finished' | 'failed' | 'canceled';

/** Scheduled work that people can follow (contract: conventions §13). */
export type Operation = Readonly<Omit<OperationEntity, 'subject'>>;

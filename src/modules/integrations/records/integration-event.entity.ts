import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../../platform/database/columns.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import type { EventPayload } from './event-payload.js';

/** Something that happened in a project (contract: integrations §4). */
@Entity('integration_events')
export class IntegrationEventEntity {
  @IdColumn() id: number;
  @Column('uuid', { default: () => 'gen_random_uuid()' }) uuid: string;
  @Column('bigint') projectId: number;
  /** Id chosen by the caller of the events API. */
  @OptionalText() eventId: string | null;
  @Column('text') objectKind: ObjectKind;
  @Column('text') eventType: string;
  @OptionalText() ref: string | null;
  @Column('jsonb') payload: EventPayload;
  @NowColumn() createdAt: string;
}

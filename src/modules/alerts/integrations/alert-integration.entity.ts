import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { AlertIntegrationType } from '../alert-words.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { PayloadMapping } from '../payloads/payload-mapping.js';

/** A sender of alerts (contract: alerts §4, §5). */
@Entity('alert_integrations')
export class AlertIntegrationEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') name: string;
  @Column('text') type: AlertIntegrationType;
  /** Of its address. */
  @Column('text') identifier: string;
  /** Of the name that it was made with: its address keeps it. */
  @Column('text') nameSlug: string;
  @Column('boolean', { default: true }) active: boolean;
  /** Sealed: Maintainers are shown it. */
  @Column('bytea') token: Buffer;
  @Column('bytea') digest: Buffer;
  @Column('json', { nullable: true }) payloadExample: JsonObject | null;
  @Column('json', { default: () => "'{}'" }) mapping: PayloadMapping;
  @Column('boolean', { default: false }) signatureRequired: boolean;
  /** Seconds. */
  @Column('integer', { nullable: true }) autoResolveAfter: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

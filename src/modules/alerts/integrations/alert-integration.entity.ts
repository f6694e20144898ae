import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { AlertIntegrationType } from '../alert-words.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { PayloadMapping } from '../payloads/payload-mapping.js';

/** An integration that sends alerts (contract: alerts §4, §5). */
@Entity('alert_integrations')
export class AlertIntegrationEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') name: string;
  @Column('text') type: AlertIntegrationType;
  /** Part of its address. */
  @Column('text') identifier: string;
  /** Slug of the original name; it stays in the address when the name changes. */
  @Column('text') nameSlug: string;
  @Column('boolean', { default: true }) active: boolean;
  /** Sealed, because Maintainers can see it. */
  @Column('bytea') token: Buffer;
  @Column('bytea') digest: Buffer;
  @Column('json', { nullable: true }) payloadExample: JsonObject | null;
  @Column('json', { default: () => "'{}'" }) mapping: PayloadMapping;
  @Column('boolean', { default: false }) signatureRequired: boolean;
  /** In seconds. */
  @Column('integer', { nullable: true }) autoResolveAfter: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../platform/database/columns.js';

/** Feature flags that differ from their default. */
@Entity('features')
export class FeatureEntity {
  @PrimaryColumn('text') name: string;
  @Column('boolean') value: boolean;
  @NowColumn() updatedAt: string;
}

import { Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

@Entity('ci_dropped_blobs')
export class DroppedBlobEntity {
  @PrimaryColumn('text') blobKey: string;
  @NowColumn() droppedAt: string;
}

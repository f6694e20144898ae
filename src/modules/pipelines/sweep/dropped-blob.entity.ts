import { Entity, PrimaryColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

/** An object in the blob store that logs or artifacts needed until their rows were deleted. */
@Entity('ci_dropped_blobs')
export class DroppedBlobEntity {
  @PrimaryColumn('text') blobKey: string;
  @NowColumn() droppedAt: string;
}

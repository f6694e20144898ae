import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('container_uploads')
export class ContainerUploadEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') projectId: number;
  @Column('text') repositoryPath: string;
  @Column('text') opener: string;
  @Column('text') storeRef: string;
  @Column('bigint', { default: 0 }) size: number;
  @Column('jsonb') staged: unknown;
  @OptionalText() writer: string | null;
  @TimeColumn({ nullable: true }) writerUntil: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

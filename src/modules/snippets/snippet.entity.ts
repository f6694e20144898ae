import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../platform/database/columns.js';

@Entity('snippets')
export class SnippetEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) authorId: number | null;
  @Column('text') title: string;
  @OptionalText() description: string | null;
  @Column('text') visibility: 'private' | 'internal' | 'public';
  @Column('text', { array: true, default: () => "'{}'" }) files: readonly string[];
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

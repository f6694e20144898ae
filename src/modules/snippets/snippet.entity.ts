import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../platform/database/columns.js';
import type { Visibility } from '../../core/settings/visibility.js';

/** Text with rights; its files are a repository (contract: core §8). */
@Entity('snippets')
export class SnippetEntity {
  @IdColumn() id: number;
  /** Null for a personal one. */
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) authorId: number | null;
  @Column('text') title: string;
  @OptionalText() description: string | null;
  @Column('text') visibility: Visibility;
  /** Paths, the first of them first; what the repository holds. */
  @Column('text', { array: true, default: () => "'{}'" }) files: readonly string[];
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../platform/database/columns.js';
import type { Visibility } from '../../core/settings/visibility.js';

/** A snippet with its visibility; its files are stored in a repository (contract: core §8). */
@Entity('snippets')
export class SnippetEntity {
  @IdColumn() id: number;
  /** Null for a personal snippet. */
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) authorId: number | null;
  @Column('text') title: string;
  @OptionalText() description: string | null;
  @Column('text') visibility: Visibility;
  /** Paths of the files in the repository, main file first. */
  @Column('text', { array: true, default: () => "'{}'" }) files: readonly string[];
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalText } from '../../../../platform/database/columns.js';

/** What npm shows of a version beside its package. */
@Entity('npm_versions')
export class NpmVersionEntity {
  @PrimaryColumn('bigint') packageId: number;
  /** JSON as it is served, without what is told of the tarball. */
  @Column('text') manifest: string;
  /** JSON of a text. */
  @OptionalText() readme: string | null;
  /** Why it should not be used any more. */
  @OptionalText() deprecated: string | null;
}

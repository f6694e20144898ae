import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalText } from '../../../../platform/database/columns.js';

/** Data of an npm version in addition to its package. */
@Entity('npm_versions')
export class NpmVersionEntity {
  @PrimaryColumn('bigint') packageId: number;
  /** JSON as it is served, without the information about the tarball. */
  @Column('text') manifest: string;
  /** JSON of the text. */
  @OptionalText() readme: string | null;
  /** Deprecation message. */
  @OptionalText() deprecated: string | null;
}

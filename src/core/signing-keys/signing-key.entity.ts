import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('signing_keys')
export class SigningKeyEntity {
  @PrimaryColumn('text') kid: string;
  @Column('text') algorithm: string;
  @Column('jsonb') publicJwk: unknown;
  @Column('bytea') privateKey: Buffer;
  @TimeColumn({ nullable: true }) retiredAt: string | null;
  @NowColumn() createdAt: string;
}

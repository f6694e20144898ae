import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('oauth_refresh_tokens')
export class OauthRefreshTokenEntity {
  @IdColumn() id: number;
  @Column('bytea') digest: Buffer;
  @Column('bigint') familyId: number;
  @Column('bigint', { nullable: true }) parentId: number | null;
  @TimeColumn({ nullable: true }) consumedAt: string | null;
  @TimeColumn({ nullable: true }) revokedAt: string | null;
  @Column('bytea', { nullable: true }) replayKey: Buffer | null;
  @Column('bytea', { nullable: true }) replayAnswer: Buffer | null;
  @NowColumn() createdAt: string;
}

import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

@Entity('oauth_device_requests')
export class DeviceRequestEntity {
  @IdColumn() id: number;
  @Column('bytea') deviceDigest: Buffer;
  @Column('bytea') userCodeDigest: Buffer;
  @Column('bigint') applicationId: number;
  @Column('text', { array: true }) scopes: readonly string[];
  @Column('text', { default: 'pending' }) state: 'pending' | 'approved' | 'denied' | 'used';
  @Column('bigint', { nullable: true }) userId: number | null;
  @TimeColumn({ nullable: true }) authTime: string | null;
  @Column('bigint', { nullable: true }) familyId: number | null;
  @Column('integer') pollSeconds: number;
  @TimeColumn({ nullable: true }) polledAt: string | null;
  @NowColumn() createdAt: string;
  @TimeColumn() expiresAt: string;
}

import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A device without a browser asks for tokens, and its user decides elsewhere (contract: oauth §14.6). */
@Entity('oauth_device_requests')
export class DeviceRequestEntity {
  @IdColumn() id: number;
  /** Of the code that the device polls with. */
  @Column('bytea') deviceDigest: Buffer;
  /** Keyed: short codes could be tried out against a plain digest. */
  @Column('bytea') userCodeDigest: Buffer;
  @Column('bigint') applicationId: number;
  @Column('text', { array: true }) scopes: readonly string[];
  @Column('text', { default: 'pending' }) state: 'pending' | 'approved' | 'denied' | 'used';
  @Column('bigint', { nullable: true }) userId: number | null;
  /** When the user who decided had signed in. */
  @TimeColumn({ nullable: true }) authTime: string | null;
  /** The authorization it was used for. */
  @Column('bigint', { nullable: true }) familyId: number | null;
  @Column('integer') pollSeconds: number;
  @TimeColumn({ nullable: true }) polledAt: string | null;
  @NowColumn() createdAt: string;
  @TimeColumn() expiresAt: string;
}

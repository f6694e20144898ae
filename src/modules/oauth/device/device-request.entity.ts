import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A request for tokens by a device without a browser, whose user decides on another device (contract: oauth §14.6). */
@Entity('oauth_device_requests')
export class DeviceRequestEntity {
  @IdColumn() id: number;
  /** Digest of the code that the device polls with. */
  @Column('bytea') deviceDigest: Buffer;
  /** Keyed digest, because short codes could be guessed from a plain one. */
  @Column('bytea') userCodeDigest: Buffer;
  @Column('bigint') applicationId: number;
  @Column('text', { array: true }) scopes: readonly string[];
  @Column('text', { default: 'pending' }) state: 'pending' | 'approved' | 'denied' | 'used';
  @Column('bigint', { nullable: true }) userId: number | null;
  /** When the deciding user had signed in. */
  @TimeColumn({ nullable: true }) authTime: string | null;
  /** The authorization that the code was exchanged for. */
  @Column('bigint', { nullable: true }) familyId: number | null;
  @Column('integer') pollSeconds: number;
  @TimeColumn({ nullable: true }) polledAt: string | null;
  @NowColumn() createdAt: string;
  @TimeColumn() expiresAt: string;
}

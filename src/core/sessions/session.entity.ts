import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';
import type { ReturnTarget } from './session.js';

/** Browser sessions, signed in or not (contract: oauth §2.2). */
@Entity('sessions')
export class SessionEntity {
  @IdColumn() id: number;
  /** Digest of the cookie's value, which itself is not stored. */
  @Column('bytea') digest: Buffer;
  @Column('bigint', { nullable: true }) userId: number | null;
  @Column('boolean', { default: false }) isRemembered: boolean;
  @TimeColumn({ nullable: true }) signedInAt: string | null;
  /** User whose password was right and whose second factor is pending. */
  @Column('bigint', { nullable: true }) pendingUserId: number | null;
  @TimeColumn({ nullable: true }) pendingUntil: string | null;
  @Column('jsonb', { default: () => "'[]'" }) returnTargets: readonly ReturnTarget[];
  /** Subject and session of the identity provider, if it signed the user in (contract: scim-graphql §C1.6). */
  @OptionalText() providerSub: string | null;
  @OptionalText() providerSid: string | null;
  /** Path of the page that shows {@link shownOnce}. */
  @OptionalText() shownOn: string | null;
  /** A secret that was just created, encrypted. */
  @Column('bytea', { nullable: true }) shownOnce: Buffer | null;
  @Column('text') address: string;
  @OptionalText() userAgent: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() lastSeenAt: string;
  @TimeColumn() expiresAt: string;
}

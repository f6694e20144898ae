import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns.js';

/** Sign-ins that were sent to the identity provider and have not returned (contract: scim-graphql §C1.2). */
@Entity('oidc_requests')
export class OidcRequestEntity {
  /** Digest of the state, which itself is not stored. */
  @PrimaryColumn('bytea') stateDigest: Buffer;
  @Column('bigint') sessionId: number;
  /** The nonce and the code verifier, encrypted. */
  @Column('bytea') sealed: Buffer;
  /** Name of the return target in the session; empty for none. */
  @Column('text') returnTarget: string;
  @TimeColumn() expiresAt: string;
}

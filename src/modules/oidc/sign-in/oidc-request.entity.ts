import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns.js';

/** Sign-ins that went to the identity provider and have not come back (contract: scim-graphql §C1.2). */
@Entity('oidc_requests')
export class OidcRequestEntity {
  /** Of the state, which is stored nowhere. */
  @PrimaryColumn('bytea') stateDigest: Buffer;
  @Column('bigint') sessionId: number;
  /** The nonce and the code verifier, encrypted. */
  @Column('bytea') sealed: Buffer;
  /** Name of the return target in the session; empty for none. */
  @Column('text') returnTarget: string;
  @TimeColumn() expiresAt: string;
}

import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns.js';

/** Logout tokens that were used, kept until they are too old to be accepted again (contract: scim-graphql §C1.6). */
@Entity('oidc_logout_tokens')
export class OidcLogoutTokenEntity {
  /** Digest of `jti`. */
  @PrimaryColumn('bytea') digest: Buffer;
  @TimeColumn() expiresAt: string;
}

import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../../platform/database/columns.js';
import type { ScimEmail } from './scim-user.js';

/**
 * A member of a group as known by its identity provider, and the account behind it (contract: scim-graphql §A3, §A5).
 */
@Entity('scim_identities')
export class ScimIdentityEntity {
  @IdColumn() id: number;
  /** The id that the provider uses. */
  @Column('uuid', { default: () => 'gen_random_uuid()' }) uuid: string;
  @Column('bigint') groupId: number;
  @Column('bigint') userId: number;
  @OptionalText() externalId: string | null;
  @Column('text') userName: string;
  @OptionalText() formattedName: string | null;
  @OptionalText() givenName: string | null;
  @OptionalText() familyName: string | null;
  @OptionalText() displayName: string | null;
  @Column('jsonb') emails: readonly ScimEmail[];
  @Column('boolean', { default: true }) active: boolean;
  /** Whether the account was created by this group, which then determines its name, e-mail and state. */
  @Column('boolean') managed: boolean;
  @Column('integer', { default: 1 }) version: number;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

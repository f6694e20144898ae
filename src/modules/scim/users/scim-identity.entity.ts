import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../../platform/database/columns.js';
import type { ScimEmail } from './scim-user.js';

/** What an identity provider knows of a member of its group, and the account behind it (contract: scim-graphql §A3, §A5). */
@Entity('scim_identities')
export class ScimIdentityEntity {
  @IdColumn() id: number;
  /** The id that the provider sees. */
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
  /** The account was made by this group, which then decides its name, its e-mail and its state. */
  @Column('boolean') managed: boolean;
  @Column('integer', { default: 1 }) version: number;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

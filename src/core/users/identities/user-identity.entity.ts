import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

/** Identities of accounts at an identity provider (contract: scim-graphql §C1.4). */
@Entity('user_identities')
export class UserIdentityEntity {
  @IdColumn() id: number;
  @Column('bigint') userId: number;
  @Column('text') provider: string;
  /** Subject at the provider. */
  @Column('text') externUid: string;
  @NowColumn() createdAt: string;
}

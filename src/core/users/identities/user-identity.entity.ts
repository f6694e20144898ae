import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

/** Whom an identity provider knows an account as (contract: scim-graphql §C1.4). */
@Entity('user_identities')
export class UserIdentityEntity {
  @IdColumn() id: number;
  @Column('bigint') userId: number;
  @Column('text') provider: string;
  /** The subject, as the provider names it. */
  @Column('text') externUid: string;
  @NowColumn() createdAt: string;
}

import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

@Entity('oauth_applications')
export class ApplicationEntity {
  @IdColumn() id: number;
  /** The client id. */
  @Column('text') uid: string;
  @Column('text') name: string;
  /** Null if the instance owns the application. */
  @Column('bigint', { nullable: true }) ownerId: number | null;
  @Column('boolean') confidential: boolean;
  /** Whether its users are not asked for consent. */
  @Column('boolean', { default: false }) trusted: boolean;
  @Column('text', { array: true }) redirectUris: readonly string[];
  @Column('text', { array: true }) scopes: readonly string[];
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

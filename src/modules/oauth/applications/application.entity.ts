import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NowColumn } from '../../../platform/database/columns.js';

@Entity('oauth_applications')
export class ApplicationEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') uid: string;
  @Column('text') name: string;
  @Column('bigint', { nullable: true }) ownerId: number | null;
  @Column('boolean') confidential: boolean;
  @Column('boolean', { default: false }) trusted: boolean;
  @Column('text', { array: true }) redirectUris: readonly string[];
  @Column('text', { array: true }) scopes: readonly string[];
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

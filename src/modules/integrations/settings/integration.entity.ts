import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { SettingValue } from '../kinds/param.js';

/** Settings of a kind of integration in a project (contract: integrations §2, §11). */
@Entity('integrations')
export class IntegrationEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') slug: string;
  @Column('boolean', { default: false }) active: boolean;
  @Column('boolean', { default: true }) commitEvents: boolean;
  @Column('boolean', { default: true }) pushEvents: boolean;
  @Column('boolean', { default: true }) issuesEvents: boolean;
  @Column('boolean', { default: true }) confidentialIssuesEvents: boolean;
  @Column('boolean', { default: true }) mergeRequestsEvents: boolean;
  @Column('boolean', { default: true }) tagPushEvents: boolean;
  @Column('boolean', { default: true }) noteEvents: boolean;
  @Column('boolean', { default: true }) confidentialNoteEvents: boolean;
  @Column('boolean', { default: true }) pipelineEvents: boolean;
  @Column('boolean', { default: true }) wikiPageEvents: boolean;
  @Column('boolean', { default: true }) jobEvents: boolean;
  @Column('boolean', { default: true }) commentOnEventEnabled: boolean;
  @Column('boolean', { default: false }) deploymentEvents: boolean;
  @Column('boolean', { default: false }) alertEvents: boolean;
  @Column('boolean', { default: false }) archiveTraceEvents: boolean;
  /** Values by parameter; defaults are omitted. */
  @Column('jsonb', { default: () => "'{}'" }) settings: Readonly<Record<string, SettingValue>>;
  /** Sealed JSON of the secrets by parameter. */
  @Column('bytea', { nullable: true }) secrets: Buffer | null;
  /** Sealed, like the previous signing secret. */
  @Column('bytea', { nullable: true }) signingSecret: Buffer | null;
  @Column('bytea', { nullable: true }) previousSigningSecret: Buffer | null;
  @TimeColumn({ nullable: true }) previousSigningUntil: string | null;
  @Column('integer', { default: 0 }) consecutiveFailures: number;
  @TimeColumn({ nullable: true }) failingSince: string | null;
  @TimeColumn({ nullable: true }) lastSuccessAt: string | null;
  @TimeColumn({ nullable: true }) lastFailureAt: string | null;
  @TimeColumn({ nullable: true }) pausedUntil: string | null;
  @OptionalText() pausedReason: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}

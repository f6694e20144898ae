import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Contract: alerts §3; a project without a row has the defaults. */
@Entity('incident_settings')
export class IncidentSettingsEntity {
  @PrimaryColumn('bigint') projectId: number;
  @Column('boolean', { default: false }) createIssue: boolean;
  @Column('boolean', { default: true }) autoCloseIncident: boolean;
  @Column('boolean', { default: false }) sendEmail: boolean;
}

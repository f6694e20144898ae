import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An alert has at most one incident (contract: alerts §3). */
@Entity('incident_alerts')
export class IncidentAlertEntity {
  @PrimaryColumn('bigint') alertId: number;
  @Column('bigint') incidentId: number;
}

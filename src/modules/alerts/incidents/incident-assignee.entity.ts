import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('incident_assignees')
export class IncidentAssigneeEntity {
  @PrimaryColumn('bigint') incidentId: number;
  @Column('bigint') userId: number;
}

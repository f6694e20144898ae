import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('alert_assignees')
export class AlertAssigneeEntity {
  @PrimaryColumn('bigint') alertId: number;
  @Column('bigint') userId: number;
}

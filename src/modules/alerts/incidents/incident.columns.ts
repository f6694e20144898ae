import sql from 'sql-template-tag';
import { GHOST_ID, basicUser, basicUserOrGhost } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { jsonRows } from '../../../platform/database/typed-sql.js';
import { AlertEntity } from '../records/alert.entity.js';
import { IncidentEntity } from '../records/incident.entity.js';

/** Columns of `incidents n`. */
export const INCIDENT_COLUMNS = {
  ...columnsOf(
    IncidentEntity,
    'n',
    'id',
    'iid',
    'projectId',
    'title',
    'description',
    'state',
    'severity',
    'authorId',
    'createdAt',
    'updatedAt',
    'closedAt',
  ),
  author: basicUserOrGhost(sql`n.author_id`),
  closedBy: basicUser(sql`case when n.state = 'closed' then coalesce(n.closed_by_id, ${GHOST_ID}) end`),
  assignee: basicUser(sql`(select s.user_id from incident_assignees s where s.incident_id = n.id)`),
  alerts: jsonRows(
    columnsOf(AlertEntity, 'a', 'iid', 'title', 'status'),
    sql`from incident_alerts l join alerts a on a.id = l.alert_id where l.incident_id = n.id`,
  ),
};

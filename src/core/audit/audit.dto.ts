import { Int, OneOf, Time } from '../../common/params/param.decorators.js';

/** Contract: conventions §17. */
export class ListAuditEventsQuery {
  @Time() created_after?: Date;
  @Time() created_before?: Date;
}

/** Contract: conventions §21.6. */
export class ListAllAuditEventsQuery extends ListAuditEventsQuery {
  @OneOf(['Group', 'Project', 'User', 'Instance']) entity_type?: string;
  @Int() entity_id?: number;
}

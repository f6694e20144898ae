import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { AccessSource } from '../../core/access-report/access-source.sql.js';
import type { MemberContainer } from '../../core/members/member.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { LAST_USED } from './trigger.columns.js';

/**
 * Trigger tokens of the project. A group has none: the tokens of its projects give access to the projects, not to the
 * group (contract: core §15.4).
 */
@Injectable()
@Contributes(AccessSource)
export class TriggerAccessSource extends AccessSource {
  override select({ type, id }: MemberContainer): Sql {
    return sql`
      select 'trigger', t.id, t.description, null::integer, '{}'::text[], t.created_at, ${LAST_USED},
             to_char(t.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from ci_triggers t
      where t.project_id = ${type === 'project' ? id : null} and (t.expires_at is null or t.expires_at > now())`;
  }
}

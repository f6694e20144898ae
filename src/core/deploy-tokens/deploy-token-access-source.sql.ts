import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { AccessSource } from '../access-report/access-source.js';
import type { MemberContainer } from '../members/member.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';

/** Deploy tokens of the project and of the groups above (contract: core §15.4). */
@Injectable()
@Contributes(AccessSource)
export class DeployTokenAccessSource extends AccessSource {
  override select({ type, id, traversalIds }: MemberContainer): Sql {
    return sql`
      select 'deploy_token', t.id, t.name, null::integer, t.scopes, t.created_at, t.last_used_at,
             to_char(t.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from deploy_tokens t
      where (t.project_id = ${type === 'project' ? id : null} or t.group_id = any(${[...traversalIds]}))
        and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`;
  }
}

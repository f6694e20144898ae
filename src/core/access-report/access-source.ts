import type { Sql } from 'sql-template-tag';
import type { MemberContainer } from '../members/member.js';

/** Credentials of one kind that open a project or group: a contribution of the module that holds them. */
export abstract class AccessSource {
  /**
   * A select of `kind text, id bigint, name text, level integer, scopes text[], created_at timestamptz,
   * last_used_at timestamptz, expires_at text`.
   */
  abstract select(container: MemberContainer): Sql;
}

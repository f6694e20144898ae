import type { Sql } from 'sql-template-tag';
import type { MemberContainer } from '../members/member.js';

/** Credentials of one kind that give access to a project or group, contributed by the module that stores them. */
export abstract class AccessSource {
  /**
   * A select of `kind text, id bigint, name text, level integer, scopes text[], created_at timestamptz,
   * last_used_at timestamptz, expires_at text`.
   */
  abstract select(container: MemberContainer): Sql;
}

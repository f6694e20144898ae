import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import type { CiVariable } from './ci-variable.js';

type Row = Omit<CiVariable, 'value'> & { readonly value: Buffer };

const COLUMNS = sql`
  v.id, v.key, v.value, v.variable_type as type, v.is_protected as "isProtected", v.is_masked as "isMasked",
  v.is_raw as "isRaw", v.environment_scope as "environmentScope", v.description`;

/** Variables of projects, groups and the instance, sealed (contract: triggers §11). */
@Injectable()
export class CiVariablesRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Those that a project's pipelines get, the farthest first: of the instance, the groups from the top, the project; there the wider scopes first. */
  async reaching(projectId: number, groupIds: readonly number[]): Promise<CiVariable[]> {
    const rows = await this.database.rows<Row>(sql`
      select ${COLUMNS} from ci_variables v
      where v.project_id = ${projectId} or v.group_id = any(${[...groupIds]}) or (v.project_id is null and v.group_id is null)
      order by v.project_id nulls first, array_position(${[...groupIds]}::bigint[], v.group_id) nulls first,
               length(replace(v.environment_scope, '*', '')), v.id`);
    return rows.map((row) => ({ ...row, value: this.box.open(row.value) }));
  }
}

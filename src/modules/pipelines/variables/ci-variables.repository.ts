import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { brokenConstraint } from '../../../platform/database/constraint.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { CiVariable, CiVariableFields, VariableOwner } from './ci-variable.js';

type Row = Omit<CiVariable, 'value'> & { readonly value: Buffer };

const COLUMNS = sql`
  v.id, v.key, v.value, v.variable_type as type, v.is_protected as "isProtected", v.is_masked as "isMasked",
  v.is_raw as "isRaw", v.environment_scope as "environmentScope", v.description, v.updated_at as "updatedAt"`;

const VARIABLES: ListDefinition<Row> = {
  type: 'Ci::Variable',
  select: COLUMNS,
  from: sql`ci_variables v`,
  id: { sql: sql`v.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};

/** For `ci_variables v`. */
const isIn = (owner: VariableOwner): Sql => {
  const { projectId, groupId } = columnsOf(owner);
  return sql`v.project_id is not distinct from ${projectId}::bigint and v.group_id is not distinct from ${groupId}::bigint`;
};

const columnsOf = (owner: VariableOwner): { readonly projectId: number | null; readonly groupId: number | null } => ({
  projectId: owner !== 'instance' && 'projectId' in owner ? owner.projectId : null,
  groupId: owner !== 'instance' && 'groupId' in owner ? owner.groupId : null,
});

/** Variables of projects, groups and the instance, sealed (contract: triggers §11). */
@Injectable()
export class CiVariablesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly box: SecretBox,
  ) {}

  /** Those that a project's pipelines get, the farthest first: of the instance, the groups from the top, the project; there the wider scopes first. */
  async reaching(projectId: number, groupIds: readonly number[]): Promise<CiVariable[]> {
    const rows = await this.database.rows<Row>(sql`
      select ${COLUMNS} from ci_variables v
      where v.project_id = ${projectId} or v.group_id = any(${[...groupIds]}) or (v.project_id is null and v.group_id is null)
      order by v.project_id nulls first, array_position(${[...groupIds]}::bigint[], v.group_id) nulls first,
               length(replace(v.environment_scope, '*', '')), v.id`);
    return rows.map((row) => this.opened(row));
  }

  async page(owner: VariableOwner, page: PageRequest): Promise<Page<CiVariable>> {
    return (await this.lists.page(VARIABLES, [isIn(owner)], { page })).map((row) => this.opened(row));
  }

  /** Those of that key, of every scope or of one. */
  async named(owner: VariableOwner, key: string, scope: string | undefined): Promise<CiVariable[]> {
    const rows = await this.database.rows<Row>(sql`
      select ${COLUMNS} from ci_variables v
      where ${isIn(owner)} and v.key = ${key} and (${scope ?? null}::text is null or v.environment_scope = ${scope ?? null})
      order by v.id limit 2`);
    return rows.map((row) => this.opened(row));
  }

  /** False when key and scope are taken. */
  insert(owner: VariableOwner, key: string, fields: CiVariableFields): Promise<boolean> {
    const { projectId, groupId } = columnsOf(owner);
    return unlessTaken(
      this.database.run(sql`
        insert into ci_variables (project_id, group_id, key, value, variable_type, is_protected, is_masked, is_raw,
                                  environment_scope, description)
        values (${projectId}, ${groupId}, ${key}, ${this.box.seal(fields.value)}, ${fields.type}, ${fields.isProtected},
                ${fields.isMasked}, ${fields.isRaw}, ${fields.environmentScope}, ${fields.description})`),
    );
  }

  /** False when key and scope are taken by another one. */
  update(id: number, fields: CiVariableFields): Promise<boolean> {
    return unlessTaken(
      this.database.run(sql`
        update ci_variables
        set value = ${this.box.seal(fields.value)}, variable_type = ${fields.type}, is_protected = ${fields.isProtected},
            is_masked = ${fields.isMasked}, is_raw = ${fields.isRaw}, environment_scope = ${fields.environmentScope},
            description = ${fields.description}, updated_at = now()
        where id = ${id}`),
    );
  }

  async delete(id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from ci_variables where id = ${id}`)) > 0;
  }

  private opened(row: Row): CiVariable {
    return { ...row, value: this.box.open(row.value) };
  }
}

const KEY_CONSTRAINT = 'uq_ci_variables_key';

async function unlessTaken(change: Promise<number>): Promise<boolean> {
  try {
    return (await change) > 0;
  } catch (error) {
    if (brokenConstraint(error) === KEY_CONSTRAINT) {
      return false;
    }
    throw error;
  }
}

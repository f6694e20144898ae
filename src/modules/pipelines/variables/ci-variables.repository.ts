import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { brokenConstraint } from '../../../platform/database/database-errors.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { CiVariableEntity } from './ci-variable.entity.js';
import type { CiVariable, CiVariableFields, VariableOwner } from './ci-variable.js';

const COLUMNS = {
  ...columnsOf(
    CiVariableEntity,
    'v',
    'id',
    'key',
    'value',
    'isProtected',
    'isMasked',
    'isRaw',
    'environmentScope',
    'description',
    'updatedAt',
  ),
  type: columnsOf(CiVariableEntity, 'v').variableType,
};
type Row = RowOf<typeof COLUMNS>;

const VARIABLES = listOf({
  type: 'Ci::Variable',
  columns: COLUMNS,
  from: sql`ci_variables v`,
  defaultSort: { by: 'id', direction: 'asc' },
});

/** For `ci_variables v`. */
const isIn = (owner: VariableOwner): Sql => {
  const { projectId, groupId } = ownerColumns(owner);
  if (projectId !== null) {
    return sql`v.project_id = ${projectId}`;
  }
  return groupId === null ? sql`v.project_id is null and v.group_id is null` : sql`v.group_id = ${groupId}`;
};

const ownerColumns = (
  owner: VariableOwner,
): { readonly projectId: number | null; readonly groupId: number | null } => ({
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

  /**
   * Returns the variables that a project's pipelines get, the most distant first: those of the instance, of the groups
   * from the top, of the project; within each, wider scopes first.
   */
  async reaching(projectId: number): Promise<CiVariable[]> {
    const groupsAbove = sql`
      (select n.traversal_ids from projects p join namespaces n on n.id = p.namespace_id and n.kind = 'group'
       where p.id = ${projectId})`;
    const rows = await this.database.rows(
      select(
        COLUMNS,
        sql`from ci_variables v
          where v.project_id = ${projectId} or v.group_id = any(${groupsAbove}::bigint[])
            or (v.project_id is null and v.group_id is null)
          order by v.project_id nulls first, array_position(${groupsAbove}, v.group_id) nulls first,
                   length(replace(v.environment_scope, '*', '')), v.id`,
      ),
    );
    return rows.map((row) => this.opened(row));
  }

  async page(owner: VariableOwner, page: PageRequest): Promise<Page<CiVariable>> {
    return (await this.lists.page(VARIABLES, [isIn(owner)], { page })).map((row) => this.opened(row));
  }

  /**
   * Returns up to two variables with that key, of every scope or of one; `isLocked` locks them until the transaction
   * ends.
   */
  async named(
    owner: VariableOwner,
    key: string,
    scope: string | undefined,
    { isLocked = false }: { readonly isLocked?: boolean } = {},
  ): Promise<CiVariable[]> {
    const isOfScope = sql`(${scope ?? null}::text is null or v.environment_scope = ${scope ?? null})`;
    const rows = await this.database.rows(
      select(
        COLUMNS,
        sql`from ci_variables v where ${isIn(owner)} and v.key = ${key} and ${isOfScope} order by v.id limit 2
          ${isLocked ? sql`for update` : empty}`,
      ),
    );
    return rows.map((row) => this.opened(row));
  }

  /** Returns false when the key and scope are already taken. */
  insert(owner: VariableOwner, key: string, fields: CiVariableFields): Promise<boolean> {
    const variables = this.database.repository(CiVariableEntity);
    return unlessTaken(async () => {
      await variables.insert({ ...ownerColumns(owner), key, ...this.fieldColumns(fields) });
      return true;
    });
  }

  /** Returns false when another variable has the key and scope. */
  update(id: number, fields: CiVariableFields): Promise<boolean> {
    const variables = this.database.repository(CiVariableEntity);
    return unlessTaken(async () => {
      const { affected } = await variables.update(id, { ...this.fieldColumns(fields), updatedAt: () => 'now()' });
      return affected === 1;
    });
  }

  async delete(id: number): Promise<boolean> {
    const { affected } = await this.database.repository(CiVariableEntity).delete(id);
    return affected === 1;
  }

  private fieldColumns({ value, type, ...fields }: CiVariableFields) {
    return { ...fields, value: this.box.seal(value), variableType: type };
  }

  private opened(row: Row): CiVariable {
    return { ...row, value: this.box.open(row.value) };
  }
}

const KEY_CONSTRAINT = 'uq_ci_variables_key';

async function unlessTaken(change: () => Promise<boolean>): Promise<boolean> {
  try {
    return await change();
  } catch (error) {
    if (brokenConstraint(error) === KEY_CONSTRAINT) {
      return false;
    }
    throw error;
  }
}

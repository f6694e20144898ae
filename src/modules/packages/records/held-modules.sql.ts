import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

const rootOf = (projectId: number): Sql =>
  sql`(select n.traversal_ids[1] from projects p join namespaces n on n.id = p.namespace_id where p.id = ${projectId})`;

/** Prevents other projects of the root namespace from using the name of the module until the transaction ends. */
export const holdModuleName = (projectId: number, name: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('module ' || ${rootOf(projectId)} || ' ' || ${name}::text, 0))`;

/** Selects a row if another project of the root namespace has the module (contract: packages §5.9). */
export const moduleHeldElsewhere = (projectId: number, name: string): Sql => sql`
  select 1 from packages k join projects p on p.id = k.project_id join namespaces n on n.id = p.namespace_id
  where k.package_type = 'terraform_module' and k.name_key = ${name} and k.status <> 'pending_destruction'
    and k.project_id <> ${projectId} and n.traversal_ids[1] = ${rootOf(projectId)}`;

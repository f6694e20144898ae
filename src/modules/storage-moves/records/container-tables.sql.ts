import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { FULL_NAME } from '../../../core/namespaces/namespace.columns.js';
import type { ContainerKindName } from '../kinds/container-kind.js';

/** The tables of a kind of container and of its moves. */
export interface ContainerTables {
  /** The table of its moves. */
  readonly moves: Sql;
  /** The column of `repositories` that names the container. */
  readonly ownerColumn: Sql;
  /** The table of the containers, whose rows a move updates. */
  readonly containers: Sql;
  /** Selects `id` and the columns that `CONTAINER_COLUMNS` reads, of containers that are not about to be deleted. */
  readonly view: Sql;
  /** Whether a container `c` is archived and therefore cannot be moved. */
  readonly isArchived: Sql;
}

const PROJECTS: ContainerTables = {
  moves: sql`project_repository_storage_moves`,
  ownerColumn: sql`project_id`,
  containers: sql`projects`,
  view: sql`
    select p.id, p.name, ${FULL_NAME.sql} || ' / ' || p.name as full_name, p.path, r.path as full_path, r.path as title,
      p.description, p.visibility, p.id as project_id, p.created_at, p.updated_at
    from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id
    where not p.pending_delete`,
  isArchived: sql`c.archived`,
};

const SNIPPETS: ContainerTables = {
  moves: sql`snippet_repository_storage_moves`,
  ownerColumn: sql`snippet_id`,
  containers: sql`snippets`,
  view: sql`
    select s.id, s.title as name, null::text as full_name, null::text as path, r.path as full_path,
      concat(r.path || ': ', s.title) as title, s.description, s.visibility, s.project_id, s.created_at, s.updated_at
    from snippets s left join projects p on p.id = s.project_id left join routes r on r.project_id = p.id
    where p.pending_delete is not true`,
  isArchived: sql`false`,
};

const GROUPS: ContainerTables = {
  moves: sql`group_repository_storage_moves`,
  ownerColumn: sql`group_id`,
  containers: sql`groups`,
  view: sql`
    select g.id, n.name, null::text as full_name, n.path, r.path as full_path, r.path as title,
      g.description, g.visibility, null::bigint as project_id, g.created_at, g.updated_at
    from groups g join namespaces n on n.id = g.id join routes r on r.namespace_id = g.id
    where not g.pending_delete`,
  isArchived: sql`false`,
};

const TABLES: Readonly<Record<ContainerKindName, ContainerTables>> = {
  project: PROJECTS,
  snippet: SNIPPETS,
  group: GROUPS,
};

export const tablesOf = ({ name }: { readonly name: ContainerKindName }): ContainerTables => TABLES[name];

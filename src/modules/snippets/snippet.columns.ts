import sql from 'sql-template-tag';
import { effectiveLevel } from '../../core/access/levels.sql.js';
import { basicUser } from '../../core/users/user.columns.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { boolean, extended, integer, nullable, text } from '../../platform/database/typed-sql.js';
import { SnippetEntity } from './snippet.entity.js';

const COLUMNS = {
  ...columnsOf(
    SnippetEntity,
    's',
    'id',
    'projectId',
    'title',
    'description',
    'visibility',
    'files',
    'createdAt',
    'updatedAt',
  ),
  /** Path of the project, if any. */
  projectPath: nullable(text`r.path`),
  projectArchived: boolean`coalesce(p.archived, false)`,
  author: basicUser(sql`s.author_id`),
  storage: text`o.storage`,
};

/** Columns of a {@link Snippet} as seen by this user, for `snippets s` with {@link SNIPPET_JOINS}. */
export const snippetColumns = (userId: number) =>
  extended(COLUMNS, {
    /** The user's level in the project; 0 for none. */
    level: integer`${effectiveLevel(userId)}`,
  });

export const SNIPPET_JOINS = sql`
  join repositories o on o.snippet_id = s.id
  left join projects p on p.id = s.project_id left join namespaces n on n.id = p.namespace_id
  left join routes r on r.project_id = p.id`;

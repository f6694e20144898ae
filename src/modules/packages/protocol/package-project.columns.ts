import { GROUPS_ABOVE } from '../../../core/access/groups-above.columns.js';
import { effectiveLevel } from '../../../core/access/levels.sql.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { bigint, extended, integer, text } from '../../../platform/database/typed-sql.js';

const COLUMNS = {
  ...columnsOf(ProjectEntity, 'p', 'visibility', 'archived', 'packagesEnabled'),
  projectId: bigint`p.id`,
  fullPath: text`r.path`,
  groupIds: GROUPS_ABOVE,
};

/** Columns of a {@link PackageProject}, for `projects p` with its namespace `n` and its route `r`. */
export const packageProjectColumns = (userId: number) =>
  extended(COLUMNS, {
    level: integer`${effectiveLevel(userId)}`,
  });

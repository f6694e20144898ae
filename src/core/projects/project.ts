import type { RowOf } from '../../platform/database/typed-sql.js';
import type { projectColumns } from './project.columns.js';

/** A project as one caller sees it. */
export type Project = RowOf<ReturnType<typeof projectColumns>>;

/** The caller's effective level: the highest of project and groups (contract: conventions §8). */
export const levelOf = (project: Pick<Project, 'projectAccess' | 'groupAccess'>): number =>
  Math.max(project.projectAccess ?? 0, project.groupAccess ?? 0);

import { forbidden } from '../../common/errors/catalogue.js';
import type { Project } from './project.js';

/** Throws 403 for an archived project, whose contents can be read but not changed (contract: core §6 Archived). */
export function refuseArchived({ archived }: Pick<Project, 'archived'>): void {
  if (archived) {
    throw forbidden('The project is archived');
  }
}

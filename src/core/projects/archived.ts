import { forbidden } from '../../common/errors/catalogue.js';
import type { Project } from './project.js';

/** What an archived project holds can be read, not changed; throws 403 (contract: core §6 Archived). */
export function refuseArchived({ archived }: Pick<Project, 'archived'>): void {
  if (archived) {
    throw forbidden('The project is archived');
  }
}

import { forbidden } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';

/** An archived project's images can be read, not removed or put back (contract: registry §2.2). */
export function refuseArchived({ archived }: Pick<Project, 'archived'>): void {
  if (archived) {
    throw forbidden('The project is archived');
  }
}

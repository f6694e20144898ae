import { Post } from '@nestjs/common';
import { PageController, PathText, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { ProjectSettingsService } from './project-settings.service.js';
import { SettingsRoutes } from './settings-routes.js';

@PageController('*place/-/edit', { who: 'signed-in' })
export class ProjectSettingsController extends SettingsRoutes {
  constructor(protected readonly settings: ProjectSettingsService) {
    super();
  }

  @Post('archive')
  archive(@PathText('place') path: string, @Visiting() visit: Visit) {
    return this.settings.archive(path, true, visit);
  }

  @Post('unarchive')
  unarchive(@PathText('place') path: string, @Visiting() visit: Visit) {
    return this.settings.archive(path, false, visit);
  }
}

import { Post } from '@nestjs/common';
import { PageController, PathText, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { ProjectSettingsService } from './project-settings.service.js';
import { SettingsRoutes } from '../../namespaces/pages/settings-routes.js';

@PageController('*path/-/edit', { who: 'signed-in' })
export class ProjectSettingsController extends SettingsRoutes {
  constructor(protected readonly settings: ProjectSettingsService) {
    super();
  }

  @Post('archive')
  archive(@PathText('path') path: string, @Web() web: WebContext) {
    return this.settings.setArchived(path, true, web);
  }

  @Post('unarchive')
  unarchive(@PathText('path') path: string, @Web() web: WebContext) {
    return this.settings.setArchived(path, false, web);
  }
}

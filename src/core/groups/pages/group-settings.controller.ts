import { PageController } from '../../web/page.decorators.js';
import { GroupSettingsService } from './group-settings.service.js';
import { SettingsRoutes } from '../../namespaces/pages/settings-routes.js';

@PageController('groups/*path/-/edit', { who: 'signed-in' })
export class GroupSettingsController extends SettingsRoutes {
  constructor(protected readonly settings: GroupSettingsService) {
    super();
  }
}

import { PageController } from '../../../core/web/page.decorators.js';
import { GroupSettingsService } from './group-settings.service.js';
import { SettingsRoutes } from './settings-routes.js';

@PageController('groups/*place/-/edit', { who: 'signed-in' })
export class GroupSettingsController extends SettingsRoutes {
  constructor(protected readonly settings: GroupSettingsService) {
    super();
  }
}

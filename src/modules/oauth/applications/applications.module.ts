import { Module } from '@nestjs/common';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { ApplicationSecretsRepository } from './application-secrets.repository.js';
import { ApplicationTargetResolver } from './application-target.resolver.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsRepository } from './applications.repository.js';
import { ApplicationsService } from './applications.service.js';
import { AdminApplicationsController } from './pages/admin-applications.controller.js';
import { ApplicationPagesService } from './pages/application-pages.service.js';
import { OwnApplicationsController } from './pages/own-applications.controller.js';

/** REST API and pages of applications (contract: oauth §3). */
@Module({
  imports: [SettingsModule],
  controllers: [ApplicationsController, OwnApplicationsController, AdminApplicationsController],
  providers: [
    ApplicationsRepository,
    ApplicationSecretsRepository,
    ApplicationsService,
    ApplicationTargetResolver,
    ApplicationPagesService,
  ],
  exports: [ApplicationsRepository],
})
export class ApplicationsModule {}

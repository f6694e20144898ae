import { Module } from '@nestjs/common';
import { AuthorizedApplicationsController } from './authorized-applications.controller.js';
import { AuthorizedApplicationsRepository } from './authorized-applications.repository.js';
import { AuthorizedApplicationsService } from './authorized-applications.service.js';
import { AuthorizedApplicationsPageController } from './authorized-applications-page.controller.js';

/** Lists and revokes the grants of users. */
@Module({
  controllers: [AuthorizedApplicationsPageController, AuthorizedApplicationsController],
  providers: [AuthorizedApplicationsService, AuthorizedApplicationsRepository],
})
export class AuthorizedApplicationsModule {}

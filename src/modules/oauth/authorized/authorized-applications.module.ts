import { Module } from '@nestjs/common';
import { AuthorizedApplicationsController } from './authorized-applications.controller.js';
import { AuthorizedApplicationsRepository } from './authorized-applications.repository.js';
import { AuthorizedApplicationsService } from './authorized-applications.service.js';
import { GrantsController } from './grants.controller.js';

/** What users granted, and taking it back. */
@Module({
  controllers: [GrantsController, AuthorizedApplicationsController],
  providers: [AuthorizedApplicationsService, AuthorizedApplicationsRepository],
})
export class AuthorizedApplicationsModule {}

import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { ClientAuthenticationService } from './client-authentication.service.js';

/** Authenticates applications. */
@Module({
  imports: [ApplicationsModule],
  providers: [ClientAuthenticationService],
  exports: [ClientAuthenticationService],
})
export class ClientsModule {}

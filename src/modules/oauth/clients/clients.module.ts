import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { ClientAuthenticationService } from './client-authentication.service.js';

/** How applications prove who they are. */
@Module({
  imports: [ApplicationsModule],
  providers: [ClientAuthenticationService],
  exports: [ClientAuthenticationService],
})
export class ClientsModule {}

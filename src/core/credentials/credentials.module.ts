import { Global, Module } from '@nestjs/common';
import { RequestCredentials } from '../access/request-credentials.js';
import { CredentialsService } from './credentials.service.js';
import { CREDENTIAL_KINDS } from './index.js';
import { RestCredentialsService } from './rest-credentials.service.js';

/** Every kind of credential, for all protocols. */
@Global()
@Module({
  providers: [
    ...CREDENTIAL_KINDS,
    CredentialsService,
    RestCredentialsService,
    { provide: RequestCredentials, useExisting: RestCredentialsService },
  ],
  exports: [CredentialsService, RequestCredentials],
})
export class CredentialsModule {}

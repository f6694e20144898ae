import { Module } from '@nestjs/common';
import { RequestCredentials } from '../access/request-credentials.js';
import { DeployTokensModule } from '../deploy-tokens/deploy-tokens.module.js';
import { JobTokensModule } from '../job-tokens/job-tokens.module.js';
import { OauthTokensModule } from '../oauth-tokens/oauth-tokens.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { CredentialsService } from './credentials.service.js';
import { CREDENTIAL_KINDS } from './index.js';
import { RestCredentialsService } from './rest-credentials.service.js';

/** All kinds of credentials, for all protocols. */
@Module({
  imports: [
    DeployTokensModule,
    JobTokensModule,
    OauthTokensModule,
    SessionsModule,
    SettingsModule,
    SignInModule,
    TokensModule,
  ],
  providers: [
    ...CREDENTIAL_KINDS,
    CredentialsService,
    RestCredentialsService,
    { provide: RequestCredentials, useExisting: RestCredentialsService },
  ],
  exports: [...CREDENTIAL_KINDS, CredentialsService, RequestCredentials],
})
export class CredentialsModule {}

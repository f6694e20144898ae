import { Module } from '@nestjs/common';
import { OauthTokensModule } from '../../../core/oauth-tokens/oauth-tokens.module.js';
import { SessionsModule } from '../../../core/sessions/sessions.module.js';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { AuthorizationPolicyService } from './authorization-policy.service.js';
import { AuthorizationService } from './authorization.service.js';
import { AuthorizeFlowService } from './authorize-flow.service.js';
import { AuthorizeController } from './authorize.controller.js';
import { CodesRepository } from './codes.repository.js';

/** Asks users for consent and issues codes (contract: oauth §4). */
@Module({
  imports: [OauthTokensModule, SessionsModule, SettingsModule, ApplicationsModule],
  controllers: [AuthorizeController],
  providers: [AuthorizationPolicyService, AuthorizationService, AuthorizeFlowService, CodesRepository],
  exports: [CodesRepository],
})
export class AuthorizeModule {}

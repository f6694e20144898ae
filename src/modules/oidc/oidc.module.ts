import { Module } from '@nestjs/common';
import { SessionsModule } from '../../core/sessions/sessions.module.js';
import { UsersModule } from '../../core/users/users.module.js';
import { ScimModule } from '../scim/scim.module.js';
import { OidcLogoutController } from './logout/oidc-logout.controller.js';
import { OidcLogoutService } from './logout/oidc-logout.service.js';
import { OidcLogoutTokensRepository } from './logout/oidc-logout-tokens.repository.js';
import { OidcButton } from './provider/oidc-button.js';
import { OidcProviderService } from './provider/oidc-provider.service.js';
import { OidcAccountsService } from './sign-in/oidc-accounts.service.js';
import { OidcAuditService } from './sign-in/oidc-audit.service.js';
import { OidcExchangeService } from './sign-in/oidc-exchange.service.js';
import { OidcRequestsRepository } from './sign-in/oidc-requests.repository.js';
import { OidcRightsService } from './sign-in/oidc-rights.service.js';
import { OidcSignInService } from './sign-in/oidc-sign-in.service.js';
import { OidcController } from './sign-in/oidc.controller.js';

/** Sign-in through an OpenID Connect identity provider (contract: scim-graphql §C1). */
@Module({
  imports: [ScimModule, SessionsModule, UsersModule],
  controllers: [OidcLogoutController, OidcController],
  providers: [
    OidcProviderService,
    OidcButton,
    OidcRequestsRepository,
    OidcExchangeService,
    OidcAccountsService,
    OidcRightsService,
    OidcAuditService,
    OidcSignInService,
    OidcLogoutService,
    OidcLogoutTokensRepository,
  ],
})
export class OidcModule {}

import { Module } from '@nestjs/common';
import { knowPreflightsBelow, allowCors } from '../../platform/http/cross-origin.js';
import { useErrorFormat } from '../../platform/http/error-format.js';
import { ApplicationSecretsRepository } from './applications/application-secrets.repository.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsRepository } from './applications/applications.repository.js';
import { ApplicationsService } from './applications/applications.service.js';
import { AdminApplicationsController } from './applications/pages/admin-applications.controller.js';
import { ApplicationPagesService } from './applications/pages/application-pages.service.js';
import { OwnApplicationsController } from './applications/pages/own-applications.controller.js';
import { AuthorizationPolicyService } from './authorize/authorization-policy.service.js';
import { AuthorizationService } from './authorize/authorization.service.js';
import { AuthorizeController } from './authorize/authorize.controller.js';
import { AuthorizeFlowService } from './authorize/authorize-flow.service.js';
import { AuthorizedApplicationsController } from './authorized/authorized-applications.controller.js';
import { AuthorizedApplicationsRepository } from './authorized/authorized-applications.repository.js';
import { AuthorizedApplicationsService } from './authorized/authorized-applications.service.js';
import { AuthorizedApplicationsPageController } from './authorized/authorized-applications-page.controller.js';
import { BearerAccessService } from './bearer/bearer-access.service.js';
import { ClientAuthenticationService } from './clients/client-authentication.service.js';
import { CodesRepository } from './authorize/codes.repository.js';
import { AuthorizeDeviceController } from './device/authorize-device.controller.js';
import { DeviceAuthorizationService } from './device/device-authorization.service.js';
import { DeviceController } from './device/device.controller.js';
import { DeviceRequestsRepository } from './device/device-requests.repository.js';
import { FamiliesRepository } from '../../core/oauth-tokens/families/families.repository.js';
import { FamilyRevocationService } from '../../core/oauth-tokens/families/family-revocation.service.js';
import { OauthModelService } from './grants/oauth-model.service.js';
import { IntrospectController } from './introspect/introspect.controller.js';
import { IntrospectionService } from './introspect/introspection.service.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { authorizeErrorFormat, oauthErrorFormat } from './oauth-errors.js';
import { RevokeController } from './revoke/revoke.controller.js';
import { RevocationService } from './revoke/revocation.service.js';
import { OauthSweepRepository } from './sweep/oauth-sweep.repository.js';
import { SweepOauthJob } from './sweep/sweep-oauth.job.js';
import { TokenInfoController } from './token-info/token-info.controller.js';
import { TokenController } from './token/token.controller.js';
import { TokenService } from './token/token.service.js';
import { PresentedTokensRepository } from '../../core/oauth-tokens/presented-tokens.repository.js';
import { TokenIssueService } from './grants/token-issue.service.js';
import { TokenPairsRepository } from '../../core/oauth-tokens/token-pairs.repository.js';
import { UserClaimsService } from './userinfo/user-claims.service.js';
import { UserGroupsRepository } from './userinfo/user-groups.repository.js';
import { UserinfoController } from './userinfo/userinfo.controller.js';

['token', 'revoke', 'introspect', 'userinfo', 'authorize_device'].forEach((endpoint) => {
  useErrorFormat(`oauth/${endpoint}`, oauthErrorFormat);
});
useErrorFormat('oauth/authorize', authorizeErrorFormat);

// Contract: oauth §11.
const AUTHORIZED = ['authorization'];
const READS = ['GET', 'HEAD'];
knowPreflightsBelow('oauth');
knowPreflightsBelow('.well-known');
allowCors('/oauth/token', { methods: ['POST'], headers: AUTHORIZED });
allowCors('/oauth/revoke', { methods: ['POST'], headers: AUTHORIZED });
allowCors('/oauth/userinfo', { methods: [...READS, 'POST'], headers: AUTHORIZED });
allowCors('/oauth/discovery/keys', { methods: READS, headers: [] });
allowCors('/.well-known/oauth-authorization-server', { methods: READS, headers: [] });
allowCors('/.well-known/openid-configuration', { methods: READS, headers: [] });
allowCors('/oauth/token/info', { methods: [], headers: [] });
allowCors('/oauth/introspect', { methods: [], headers: [] });

/** OAuth 2.0 provider (contract: oauth). */
@Module({
  controllers: [
    ApplicationsController,
    OwnApplicationsController,
    AdminApplicationsController,
    AuthorizedApplicationsPageController,
    AuthorizedApplicationsController,
    AuthorizeController,
    AuthorizeDeviceController,
    DeviceController,
    TokenController,
    TokenInfoController,
    RevokeController,
    IntrospectController,
    UserinfoController,
    MetadataController,
  ],
  providers: [
    ApplicationsRepository,
    ApplicationSecretsRepository,
    ApplicationsService,
    ApplicationPagesService,
    AuthorizedApplicationsService,
    AuthorizedApplicationsRepository,
    AuthorizationPolicyService,
    AuthorizationService,
    AuthorizeFlowService,
    BearerAccessService,
    ClientAuthenticationService,
    CodesRepository,
    DeviceAuthorizationService,
    DeviceRequestsRepository,
    FamiliesRepository,
    FamilyRevocationService,
    IntrospectionService,
    OauthModelService,
    PresentedTokensRepository,
    RevocationService,
    OauthSweepRepository,
    SweepOauthJob,
    TokenIssueService,
    TokenPairsRepository,
    TokenService,
    UserClaimsService,
    UserGroupsRepository,
  ],
})
export class OauthModule {}

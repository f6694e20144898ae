import { Module } from '@nestjs/common';
import { knowPreflightsBelow, allowCors } from '../../platform/http/cross-origin.js';
import { useErrorFormat } from '../../platform/http/error-format.js';
import { authorizeErrorFormat, oauthErrorFormat } from './oauth-errors.js';
import { ApplicationsModule } from './applications/applications.module.js';
import { AuthorizeModule } from './authorize/authorize.module.js';
import { AuthorizedApplicationsModule } from './authorized/authorized-applications.module.js';
import { BearerModule } from './bearer/bearer.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { DeviceModule } from './device/device.module.js';
import { GrantsModule } from './grants/grants.module.js';
import { IntrospectModule } from './introspect/introspect.module.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { RevokeModule } from './revoke/revoke.module.js';
import { OauthSweepModule } from './sweep/oauth-sweep.module.js';
import { TokenInfoController } from './token-info/token-info.controller.js';
import { TokenModule } from './token/token.module.js';
import { UserinfoModule } from './userinfo/userinfo.module.js';

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
  imports: [
    ApplicationsModule,
    ClientsModule,
    AuthorizeModule,
    DeviceModule,
    GrantsModule,
    TokenModule,
    BearerModule,
    RevokeModule,
    IntrospectModule,
    UserinfoModule,
    AuthorizedApplicationsModule,
    OauthSweepModule,
  ],
  controllers: [TokenInfoController, MetadataController],
})
export class OauthModule {}

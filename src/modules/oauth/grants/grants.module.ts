import { Module } from '@nestjs/common';
import { OauthTokensModule } from '../../../core/oauth-tokens/oauth-tokens.module.js';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { SignInModule } from '../../../core/sign-in/sign-in.module.js';
import { SigningKeysModule } from '../../../core/signing-keys/signing-keys.module.js';
import { AuthorizeModule } from '../authorize/authorize.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DeviceModule } from '../device/device.module.js';
import { GrantedCodesService } from './granted-codes.service.js';
import { GrantedDevicesService } from './granted-devices.service.js';
import { GrantedRefreshTokensService } from './granted-refresh-tokens.service.js';
import { OauthClientsService } from './oauth-clients.service.js';
import { OauthModelService } from './oauth-model.service.js';
import { TokenIssueService } from './token-issue.service.js';

/** Codes, devices and tokens for all grants. */
@Module({
  imports: [
    OauthTokensModule,
    SettingsModule,
    SigningKeysModule,
    SignInModule,
    AuthorizeModule,
    ClientsModule,
    DeviceModule,
  ],
  providers: [
    OauthModelService,
    OauthClientsService,
    GrantedCodesService,
    GrantedRefreshTokensService,
    GrantedDevicesService,
    TokenIssueService,
  ],
  exports: [OauthModelService],
})
export class GrantsModule {}

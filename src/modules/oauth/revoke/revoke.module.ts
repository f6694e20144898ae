import { Module } from '@nestjs/common';
import { OauthTokensModule } from '../../../core/oauth-tokens/oauth-tokens.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { RevocationService } from './revocation.service.js';
import { RevokeController } from './revoke.controller.js';

/** Revokes tokens on request. */
@Module({
  imports: [OauthTokensModule, ClientsModule],
  controllers: [RevokeController],
  providers: [RevocationService],
})
export class RevokeModule {}

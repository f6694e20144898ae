import { Module } from '@nestjs/common';
import { OauthTokensModule } from '../../../core/oauth-tokens/oauth-tokens.module.js';
import { BearerModule } from '../bearer/bearer.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { IntrospectController } from './introspect.controller.js';
import { IntrospectionService } from './introspection.service.js';

/** Describes tokens to clients. */
@Module({
  imports: [OauthTokensModule, BearerModule, ClientsModule],
  controllers: [IntrospectController],
  providers: [IntrospectionService],
})
export class IntrospectModule {}

import { Global, Module } from '@nestjs/common';
import { OauthAccessTokensRepository } from './oauth-access-tokens.repository.js';
import { OauthAccessTokensService } from './oauth-access-tokens.service.js';

@Global()
@Module({ providers: [OauthAccessTokensService, OauthAccessTokensRepository], exports: [OauthAccessTokensService] })
export class OauthTokensModule {}

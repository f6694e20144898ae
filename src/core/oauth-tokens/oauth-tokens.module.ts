import { Global, Module } from '@nestjs/common';
import { OauthAccessTokensRepository } from './oauth-access-tokens.repository.js';
import { OauthAccessTokens } from './oauth-access-tokens.service.js';

@Global()
@Module({ providers: [OauthAccessTokens, OauthAccessTokensRepository], exports: [OauthAccessTokens] })
export class OauthTokensModule {}

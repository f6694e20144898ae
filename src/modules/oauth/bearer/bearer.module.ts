import { Module } from '@nestjs/common';
import { OauthTokensModule } from '../../../core/oauth-tokens/oauth-tokens.module.js';
import { BearerAccessService } from './bearer-access.service.js';

/** Authenticates requests to OAuth endpoints by access token. */
@Module({ imports: [OauthTokensModule], providers: [BearerAccessService], exports: [BearerAccessService] })
export class BearerModule {}

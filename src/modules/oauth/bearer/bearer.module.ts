import { Module } from '@nestjs/common';
import { OauthTokensModule } from '../../../core/oauth-tokens/oauth-tokens.module.js';
import { BearerAccessService } from './bearer-access.service.js';

/** Access tokens that come with requests to the endpoints here. */
@Module({ imports: [OauthTokensModule], providers: [BearerAccessService], exports: [BearerAccessService] })
export class BearerModule {}

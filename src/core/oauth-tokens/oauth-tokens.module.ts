import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { FamiliesRepository } from './families/families.repository.js';
import { FamilyRevocationService } from './families/family-revocation.service.js';
import { OauthAccessTokensRepository } from './oauth-access-tokens.repository.js';
import { OauthAccessTokensService } from './oauth-access-tokens.service.js';
import { PresentedTokensRepository } from './presented-tokens.repository.js';
import { TokenPairsRepository } from './token-pairs.repository.js';

/** Storage of OAuth tokens and of the authorizations (families) that they belong to (contract: oauth §12). */
@Module({
  imports: [UsersModule],
  providers: [
    OauthAccessTokensService,
    OauthAccessTokensRepository,
    PresentedTokensRepository,
    TokenPairsRepository,
    FamiliesRepository,
    FamilyRevocationService,
  ],
  exports: [
    OauthAccessTokensService,
    PresentedTokensRepository,
    TokenPairsRepository,
    FamiliesRepository,
    FamilyRevocationService,
  ],
})
export class OauthTokensModule {}

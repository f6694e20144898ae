import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessTokensController } from './access-tokens.controller.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import { ContainerTokensService } from './container-tokens.service.js';
import { OwnTokenController } from './own-token.controller.js';
import { PersonalTokenTargetResolver } from './personal-token-target.resolver.js';
import { TokenAuditService } from './token-audit.service.js';
import { TokenBotsService } from './token-bots.service.js';
import { TokenReuseService } from './token-reuse.service.js';
import { TokenRotationService } from './token-rotation.service.js';
import { TokenPagesController } from './pages/token-pages.controller.js';
import { AccessTokenPagesService } from './pages/access-token-pages.service.js';

/** Access tokens of users, projects and groups (contract: core §4). */
@Module({
  imports: [MembersModule, SettingsModule, UsersModule],
  controllers: [TokenPagesController, OwnTokenController, AccessTokensController],
  providers: [
    AccessTokenPagesService,
    AccessTokensRepository,
    AccessTokensService,
    ContainerTokensService,
    PersonalTokenTargetResolver,
    TokenAuditService,
    TokenBotsService,
    TokenRotationService,
    TokenReuseService,
  ],
  exports: [
    AccessTokenPagesService,
    AccessTokensRepository,
    AccessTokensService,
    ContainerTokensService,
    TokenReuseService,
  ],
})
export class TokensModule {}

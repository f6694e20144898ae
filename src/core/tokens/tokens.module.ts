import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokenEntity } from './access-token.entity.js';
import { AccessTokensController } from './access-tokens.controller.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import { ContainerTokensService } from './container-tokens.service.js';
import { OwnTokenController } from './own-token.controller.js';
import { PersonalTokenById } from './personal-token-target.resolver.js';
import { TokenAudit } from './token-audit.service.js';
import { TokenBots } from './token-bots.service.js';
import { TokenReuse } from './token-reuse.service.js';
import { TokenRotation } from './token-rotation.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccessTokenEntity])],
  controllers: [OwnTokenController, AccessTokensController],
  providers: [
    AccessTokensRepository,
    AccessTokensService,
    ContainerTokensService,
    PersonalTokenById,
    TokenAudit,
    TokenBots,
    TokenRotation,
    TokenReuse,
  ],
  exports: [AccessTokensRepository, AccessTokensService, ContainerTokensService, TokenRotation, TokenReuse],
})
export class TokensModule {}

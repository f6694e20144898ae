import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokenEntity } from './access-token.entity.js';
import { AccessTokensRepository } from './access-tokens.repository.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccessTokenEntity])],
  providers: [AccessTokensRepository],
  exports: [AccessTokensRepository],
})
export class TokensModule {}

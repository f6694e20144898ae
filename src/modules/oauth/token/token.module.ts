import { Module } from '@nestjs/common';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { TokenController } from './token.controller.js';
import { TokenService } from './token.service.js';

/** The token endpoint (contract: oauth §5). */
@Module({
  imports: [SettingsModule, GrantsModule],
  controllers: [TokenController],
  providers: [TokenService],
  exports: [TokenService],
})
export class TokenModule {}

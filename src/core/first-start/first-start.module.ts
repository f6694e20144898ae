import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UsersModule } from '../users/users.module.js';
import { FirstStartService } from './first-start.service.js';
import { KeyCheckService } from './key-check.service.js';

/**
 * Creates the first administrator, and checks that the database was written with the current key (contract: core §1.3).
 */
@Module({
  imports: [SettingsModule, TokensModule, UsersModule],
  providers: [FirstStartService, KeyCheckService],
  exports: [KeyCheckService],
})
export class FirstStartModule {}

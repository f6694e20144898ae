import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { UsersModule } from '../users/users.module.js';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactorService } from './two-factor.service.js';
import { TwoFactorPagesController } from './pages/two-factor-pages.controller.js';

/** Second factors of accounts (contract: oauth §2.3). */
@Module({
  imports: [SignInModule, UsersModule],
  controllers: [TwoFactorPagesController, TwoFactorController],
  providers: [TwoFactorService, TwoFactorRepository],
  exports: [TwoFactorService],
})
export class TwoFactorModule {}

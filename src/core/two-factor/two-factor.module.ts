import { Global, Module } from '@nestjs/common';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactorService } from './two-factor.service.js';
import { TwoFactorPagesController } from './pages/two-factor-pages.controller.js';

@Global()
@Module({
  controllers: [TwoFactorPagesController, TwoFactorController],
  providers: [TwoFactorService, TwoFactorRepository],
  exports: [TwoFactorService],
})
export class TwoFactorModule {}

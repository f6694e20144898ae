import { Global, Module } from '@nestjs/common';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactor } from './two-factor.service.js';

@Global()
@Module({ controllers: [TwoFactorController], providers: [TwoFactor, TwoFactorRepository], exports: [TwoFactor] })
export class TwoFactorModule {}

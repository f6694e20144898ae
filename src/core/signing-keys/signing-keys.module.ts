import { Module } from '@nestjs/common';
import { SigningKeysController } from './signing-keys.controller.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { SigningKeysService } from './signing-keys.service.js';

/** The key that signs tokens which others verify. */
@Module({
  controllers: [SigningKeysController],
  providers: [SigningKeysService, SigningKeysRepository],
  exports: [SigningKeysService],
})
export class SigningKeysModule {}

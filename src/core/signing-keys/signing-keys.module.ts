import { Global, Module } from '@nestjs/common';
import { SigningKeysController } from './signing-keys.controller.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { SigningKeys } from './signing-keys.service.js';

@Global()
@Module({
  controllers: [SigningKeysController],
  providers: [SigningKeys, SigningKeysRepository],
  exports: [SigningKeys],
})
export class SigningKeysModule {}

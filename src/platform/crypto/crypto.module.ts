import { Global, Module } from '@nestjs/common';
import { Env } from '../config/env.js';
import { Passwords } from './passwords.js';
import { loadMasterKey, SecretBox } from './secret-box.js';

/** Digests of passwords, and columns that are stored encrypted. */
@Global()
@Module({
  providers: [
    Passwords,
    { provide: SecretBox, inject: [Env], useFactory: (env: Env) => new SecretBox(loadMasterKey(env)) },
  ],
  exports: [Passwords, SecretBox],
})
export class CryptoModule {}

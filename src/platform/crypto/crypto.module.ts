import { Global, Module } from '@nestjs/common';
import { Env } from '../config/env.js';
import { Passwords } from './passwords.js';
import { loadMasterKey, SecretBox } from './secret-box.js';

/** Password digests, and encryption of stored columns. */
@Global()
@Module({
  providers: [
    Passwords,
    { provide: SecretBox, inject: [Env], useFactory: (env: Env) => new SecretBox(loadMasterKey(env)) },
  ],
  exports: [Passwords, SecretBox],
})
export class CryptoModule {}

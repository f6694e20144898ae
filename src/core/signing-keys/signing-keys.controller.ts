import { Get } from '@nestjs/common';
import { RootController } from '../../platform/http/root-controller.js';
import { Public } from '../access/allow.decorator.js';
import { SigningKeysService } from './signing-keys.service.js';

/** Public keys for receivers of tokens (contract: registry §5, oauth §9). */
@RootController('oauth/discovery')
@Public()
export class SigningKeysController {
  constructor(private readonly keys: SigningKeysService) {}

  @Get('keys')
  async list() {
    return { keys: await this.keys.jwks() };
  }
}

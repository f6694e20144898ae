import { Get } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { Env } from '../../../../platform/config/env.js';
import { RootController } from '../../../../platform/http/root-controller.js';
import { packagesClosed } from '../../access/package-errors.js';
import { REGISTRY_PATH } from './terraform-addresses.js';

/** Tells clients the URL of the module registry (contract: packages §5.9). */
@RootController('.well-known/terraform.json')
@Public()
export class TerraformDiscoveryController {
  constructor(private readonly env: Env) {}

  @Get()
  show() {
    if (!this.env.packages.enabled) {
      throw packagesClosed();
    }
    return { 'modules.v1': `${REGISTRY_PATH}/` };
  }
}

import { Controller } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { VariableRoutes } from './variable-routes.js';

/** Contract: triggers §11. */
@Controller('admin/ci/variables')
@Allow({ on: 'instance', role: 'admin' })
export class InstanceVariablesController extends VariableRoutes<undefined> {
  protected ownerOf() {
    return 'instance' as const;
  }
}

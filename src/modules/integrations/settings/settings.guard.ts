import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { accessContextOf } from '../../../core/access/access-context.js';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { AvailableKinds } from './available-kinds.js';
import { readSettings } from './read-settings.js';

/**
 * The requirements that kinds have for their settings are not declared on the route, but are still checked before the
 * conditional headers (contract: conventions §1 steps 10 and 12).
 */
@Injectable()
export class SettingsGuard implements CanActivate {
  constructor(private readonly kinds: AvailableKinds) {}

  canActivate(context: ExecutionContext): boolean {
    const { params, state } = accessContextOf(context.switchToHttp().getRequest<HttpRequest>());
    readSettings(this.kinds.get(state.path.slug), params);
    return true;
  }
}

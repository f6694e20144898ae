import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { isRead } from '../../../platform/http/write-answer.js';
import { OidcProviderService } from '../provider/oidc-provider.service.js';

/** Runs before the CSRF check: without an issuer, there is no form to submit (contract: scim-graphql §C1.1). */
@Injectable()
export class OidcSetUpGuard implements CanActivate {
  constructor(private readonly provider: OidcProviderService) {}

  canActivate(context: ExecutionContext): boolean {
    if (!isRead(context.switchToHttp().getRequest<HttpRequest>())) {
      this.provider.refuseUnlessSetUp();
    }
    return true;
  }
}

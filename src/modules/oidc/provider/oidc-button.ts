import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { SignInButton } from '../../../core/sign-in/sign-in-button.js';
import type { ShownButton } from '../../../core/sign-in/sign-in-button.js';
import { OidcProviderService } from './oidc-provider.service.js';

/** The button on the sign-in page (contract: scim-graphql §C1.2). */
@Injectable()
@Contributes(SignInButton)
export class OidcButton extends SignInButton {
  constructor(private readonly provider: OidcProviderService) {
    super();
  }

  override async shown(): Promise<ShownButton | null> {
    if (!this.provider.isSetUp) {
      return null;
    }
    const formTargets = await this.provider.origins();
    return { label: `Sign in with ${this.provider.name}`, action: '/users/auth/oidc', formTargets };
  }
}

import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';

/** Who may sign in by password when there is an identity provider (contract: scim-graphql §C1.1). */
@Injectable()
export class PasswordPolicy {
  constructor(private readonly env: Env) {}

  /** Whether anyone may. */
  get isOpen(): boolean {
    return this.who !== 'nobody';
  }

  allows({ isAdmin }: { readonly isAdmin: boolean }): boolean {
    return this.who === 'everyone' || (this.who === 'administrators' && isAdmin);
  }

  private get who() {
    const { issuer, passwordSignIn } = this.env.oidc;
    return issuer ? passwordSignIn : 'everyone';
  }
}

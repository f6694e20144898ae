import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ServiceLookup } from '../../platform/contributions/service-lookup.js';
import type { CredentialKind, FoundCredential, PresentedSecret } from './credential-kind.js';

/** A class of {@link CREDENTIAL_KINDS}. */
export type CredentialKindClass = abstract new (...args: never[]) => CredentialKind;

/** A kind that a protocol accepts, and the condition for checking a secret as this kind. */
export interface AdmittedKind<P> {
  readonly kind: CredentialKindClass;
  readonly isMeant?: (presented: P) => boolean;
}

/** Finds the holder of a secret, for every protocol that accepts secrets. */
@Injectable()
export class CredentialsService {
  private readonly services: ServiceLookup;

  constructor(modules: ModuleRef) {
    this.services = new ServiceLookup(modules);
  }

  /**
   * Returns the result of the first accepted kind that knows the secret, whether active or not; null when none does.
   */
  async find<P extends PresentedSecret>(
    admitted: readonly AdmittedKind<P>[],
    presented: P,
  ): Promise<FoundCredential | null> {
    for (const { kind, isMeant } of admitted) {
      const found = (isMeant?.(presented) ?? true) ? await this.findOne(kind, presented) : null;
      if (found) {
        return found;
      }
    }
    return null;
  }

  /** Null when the secret is not of this kind. */
  findOne(kind: CredentialKindClass, presented: PresentedSecret): Promise<FoundCredential | null> {
    return this.services.of(kind).find(presented);
  }
}

import type { RegistrySubject } from '../registry-subject.js';

/** User name and secret of HTTP Basic, and where they came from. */
export interface BasicLogin {
  readonly username: string;
  readonly secret: string;
  readonly address: string;
}

export const BASIC_CREDENTIAL_LIST = Symbol('basic credentials');

/**
 * One kind of secret that opens the registry. Answers whom it belongs to, or null when it is none of this kind and the
 * next kind decides; throws 401 when it is known and dead, 403 when it carries no registry ability (contract: registry §5).
 */
export abstract class BasicCredential {
  abstract find(login: BasicLogin): Promise<RegistrySubject | null>;
}

import { SetMetadata } from '@nestjs/common';
import type { RawParams } from '../../common/params/form-encoding.js';

export const AUTHORIZED_BY = Symbol('authorized by');

/** A credential among the parameters of a request, such as the token of a runner's job. */
export abstract class ParameterCredential {
  /** Throws 403 for a wrong one. One that is missing is left to the check of the parameters. */
  abstract check(params: RawParams): Promise<void>;
}

export type ParameterCredentialClass = abstract new (...dependencies: never[]) => ParameterCredential;

/** The credential of this route is checked before its other parameters (contract: conventions §1 step 9). */
export const AuthorizedBy = (credential: ParameterCredentialClass) => SetMetadata(AUTHORIZED_BY, credential);

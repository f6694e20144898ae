import { Type } from '@sinclair/typebox';
import { record } from '../../common/wire/wire-types.js';
import { digestOf, randomToken } from '../../platform/crypto/random.js';
import type { SecretBox } from '../../platform/crypto/secret-box.js';

/** The answer of a reset. */
export const RegistrationTokenSchema = record('RegistrationToken', { token: Type.String() });

const PREFIX = 'slrt_';

/** Columns of a registration token: to be shown again, and to be found by. */
export interface RegistrationTokenColumns {
  readonly runnersToken: Buffer;
  readonly runnersTokenDigest: Buffer;
}

/** A new token with which runners of one project or group register, as it is stored (contract: core §9). */
export function makeRegistrationToken(box: SecretBox): RegistrationTokenColumns {
  const token = randomToken(PREFIX);
  return { runnersToken: box.seal(token), runnersTokenDigest: digestOf(token) };
}

import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { HAS_TWO_FACTOR } from '../users/user.columns.js';

const HEX_DIGITS = 32;

/**
 * Returns a stamp of the password that a proof was issued for. Another password has another stamp, and so has the same
 * password set again. It reveals nothing about the password, whose stored digest has a secret salt.
 */
export const stampOf = (passwordDigest: string): string =>
  digestOf(passwordDigest).toString('hex').slice(0, HEX_DIGITS);

/** Whether a program could still sign in with the password of this stamp, for `users u`. */
export const isPasswordGood = (stamp: string): Sql => sql`
  (left(encode(sha256(convert_to(u.password_digest, 'UTF8')), 'hex'), ${HEX_DIGITS}) = ${stamp}
    and not ${HAS_TWO_FACTOR.sql})`;

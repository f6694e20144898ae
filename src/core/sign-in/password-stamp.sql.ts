import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { HAS_TWO_FACTOR } from '../users/user.columns.js';

const HEX_DIGITS = 32;

/**
 * What a proof that was given for a password says of it: another one, or the same set anew, has another stamp. It tells
 * nothing of the password, whose stored digest holds a salt that nobody is shown.
 */
export const stampOf = (passwordDigest: string): string =>
  digestOf(passwordDigest).toString('hex').slice(0, HEX_DIGITS);

/** Whether a program could still log in with the password of this stamp, for `users u`. */
export const isPasswordGood = (stamp: string): Sql => sql`
  (left(encode(sha256(convert_to(u.password_digest, 'UTF8')), 'hex'), ${HEX_DIGITS}) = ${stamp}
    and not ${HAS_TWO_FACTOR.sql})`;

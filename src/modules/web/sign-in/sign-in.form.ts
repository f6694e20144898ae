import { toBoolean, toText } from '../../../common/params/coerce.js';
import type { RawParams } from '../../../common/params/form-encoding.js';

export interface SignInForm {
  readonly login: string;
  readonly password: string;
  readonly isRemembered: boolean;
  /** The code of the second step; undefined in the first step. */
  readonly code: string | undefined;
  /** Undefined if the form did not send it. */
  readonly rt: string | undefined;
}

/** The fields of the sign-in page, as sent (contract: oauth §2.1). */
export function readSignInForm({ user, rt }: RawParams): SignInForm {
  const fields: RawParams = typeof user === 'object' && user !== null ? { ...user } : {};
  const remembered = toBoolean(fields.remember_me);
  return {
    login: textOf(fields.login) ?? '',
    password: textOf(fields.password) ?? '',
    isRemembered: remembered.ok && remembered.value,
    code: textOf(fields.otp_attempt),
    rt: textOf(rt),
  };
}

function textOf(value: unknown): string | undefined {
  const text = toText(value);
  return text.ok ? text.value : undefined;
}

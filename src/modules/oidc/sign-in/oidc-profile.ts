import { MAIL_ADDRESS, MAX_MAIL_ADDRESS } from '../../../common/text/mail-address.js';

/** What the provider says of a person: the claims of the ID token, and those of its userinfo endpoint below them. */
export interface OidcProfile {
  readonly sub: string;
  /** The provider's own session. */
  readonly sid: string | null;
  readonly email: string | null;
  /** Undefined when the provider does not say. */
  readonly isEmailVerified: boolean | undefined;
  readonly username: string | null;
  readonly name: string | null;
  /** By which means the provider knows the person. */
  readonly methods: readonly string[];
  /** Undefined when the claim is absent. */
  readonly groups: readonly string[] | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** Contract: scim-graphql §C1.3; administrators link no longer ones either. */
const MAX_SUB = 255;
const CONTROL = /\p{Cc}/u;

/**
 * Claims of other types count as absent. Only the ID token says how the person signed in, and an address counts as
 * verified by the document that names it: the other one may name another address. Null when `sub` is no name.
 */
export function readProfile(idToken: Claims, userinfo: Claims, groupsClaim: string | undefined): OidcProfile | null {
  const sub = textIn(idToken, 'sub');
  if (sub === null || sub.length > MAX_SUB) {
    return null;
  }
  const all = { ...userinfo, ...idToken };
  const address = idToken.email === undefined ? userinfo : idToken;
  const email = textIn(address, 'email');
  return {
    sub,
    sid: textIn(idToken, 'sid'),
    email: email !== null && email.length <= MAX_MAIL_ADDRESS && MAIL_ADDRESS.test(email) ? email : null,
    isEmailVerified: verifiedIn(address.email_verified),
    username: textIn(all, 'preferred_username'),
    name: textIn(all, 'name'),
    methods: textsIn(idToken.amr) ?? [],
    groups: groupsClaim === undefined ? undefined : textsIn(all[groupsClaim]),
  };
}

/** Providers send `true`, and some `"true"`. */
const verifiedIn = (value: unknown): boolean | undefined =>
  value === undefined ? undefined : value === true || value === 'true';

function textIn(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && isName(value) ? value : null;
}

/** What can be stored and shown as it is: neither blank nor with control characters, and well-formed. */
const isName = (text: string): boolean => text.trim() !== '' && !CONTROL.test(text) && text.isWellFormed();

function textsIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') {
    return [value];
  }
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
}

import { MAIL_ADDRESS, MAX_MAIL_ADDRESS } from '../../../common/text/mail-address.js';

/**
 * The user as described by the provider: claims of the ID token take precedence over those of the userinfo endpoint.
 */
export interface OidcProfile {
  readonly sub: string;
  /** Session id at the provider. */
  readonly sid: string | null;
  readonly email: string | null;
  /** Undefined if the provider does not say. */
  readonly isEmailVerified: boolean | undefined;
  readonly username: string | null;
  readonly name: string | null;
  /** Authentication methods that the provider used. */
  readonly methods: readonly string[];
  /** Undefined if the claim is absent. */
  readonly groups: readonly string[] | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** Also the limit when administrators link identities (contract: scim-graphql §C1.3). */
const MAX_SUB = 255;
const CONTROL = /\p{Cc}/u;

/**
 * Reads the claims; those of other types count as absent. Authentication methods are read from the ID token only.
 * Whether an address is verified is read from the document that contains it, because the other may contain another
 * address. Returns null if `sub` is invalid.
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

/** Some providers send `"true"` instead of `true`. */
const verifiedIn = (value: unknown): boolean | undefined =>
  value === undefined ? undefined : value === true || value === 'true';

function textIn(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && isName(value) ? value : null;
}

/** Whether the text can be stored and shown as it is: not blank, without control characters, and well-formed. */
const isName = (text: string): boolean => text.trim() !== '' && !CONTROL.test(text) && text.isWellFormed();

function textsIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') {
    return [value];
  }
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
}

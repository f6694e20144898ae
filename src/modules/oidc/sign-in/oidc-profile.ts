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

const MAX_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Claims of other types count as absent. */
export function readProfile(claims: Claims & { readonly sub: string }, groupsClaim: string | undefined): OidcProfile {
  const email = textIn(claims, 'email');
  return {
    sub: claims.sub,
    sid: textIn(claims, 'sid'),
    email: email !== null && email.length <= MAX_EMAIL && EMAIL.test(email) ? email : null,
    isEmailVerified: verifiedIn(claims.email_verified),
    username: textIn(claims, 'preferred_username'),
    name: textIn(claims, 'name'),
    methods: textsIn(claims.amr) ?? [],
    groups: groupsClaim === undefined ? undefined : textsIn(claims[groupsClaim]),
  };
}

/** Providers send `true`, and some `"true"`. */
const verifiedIn = (value: unknown): boolean | undefined =>
  value === undefined ? undefined : value === true || value === 'true';

function textIn(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value : null;
}

function textsIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') {
    return [value];
  }
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
}

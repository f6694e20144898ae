const BEARER = /^bearer +(\S+) *$/i;

/** Returns the token in an `Authorization` header of the scheme Bearer (RFC 6750 §2.1). */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

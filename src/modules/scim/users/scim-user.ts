/** An e-mail address as sent by the provider; exactly one of a user is primary. */
export interface ScimEmail {
  readonly value: string;
  readonly type?: string;
  readonly primary: boolean;
}

/** The writable attributes of a user, parsed and validated (contract: scim-graphql §A3). */
export interface ScimUser {
  readonly externalId: string | null;
  readonly userName: string;
  readonly formattedName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
  readonly emails: readonly ScimEmail[];
  /** Undefined when it was not sent. */
  readonly active: boolean | undefined;
}

export const primaryEmail = ({ emails }: Pick<ScimUser, 'emails'>): string =>
  emails.find(({ primary }) => primary)?.value ?? '';

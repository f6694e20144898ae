/** An e-mail address as the provider gave it; exactly one of a user is primary. */
export interface ScimEmail {
  readonly value: string;
  readonly type?: string;
  readonly primary: boolean;
}

/** What a provider writes of a user, read and checked (contract: scim-graphql §A3). */
export interface ScimUser {
  readonly externalId: string | null;
  readonly userName: string;
  readonly formattedName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
  readonly emails: readonly ScimEmail[];
  /** Undefined where it is not said. */
  readonly active: boolean | undefined;
}

export const primaryEmail = ({ emails }: Pick<ScimUser, 'emails'>): string =>
  emails.find(({ primary }) => primary)?.value ?? '';

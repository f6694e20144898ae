/** The only provider (contract: scim-graphql §C1.4). */
export const OIDC = 'oidc';

export interface UserIdentity {
  readonly provider: string;
  readonly externUid: string;
}

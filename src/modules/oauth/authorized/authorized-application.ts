/** What a user has granted an application, over all its authorizations that live (contract: oauth §3). */
export interface AuthorizedApplication {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

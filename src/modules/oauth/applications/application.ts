/** An OAuth application, which may ask users for authorization (contract: oauth §3). */
export interface Application {
  readonly id: number;
  /** The client id. */
  readonly uid: string;
  readonly name: string;
  /** Null: the instance's own. */
  readonly owner: { readonly id: number; readonly username: string; readonly name: string } | null;
  readonly confidential: boolean;
  /** Its users are not asked for consent. */
  readonly trusted: boolean;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of an application that requests of its own need: the hottest endpoints read no more. */
export type ClientApplication = Pick<Application, 'id' | 'uid' | 'confidential' | 'scopes'>;

/** An application with its secret, known only at this moment; null for a public one. */
export interface RegisteredApplication {
  readonly application: Application;
  readonly secret: string | null;
}

export interface ApplicationFields {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly confidential: boolean;
  readonly trusted: boolean;
}

export interface ApplicationOwner {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly isAdmin: boolean;
}

/** An OAuth application, which may ask users for authorization (contract: oauth §3). */
export interface Application {
  readonly id: number;
  /** The client id. */
  readonly uid: string;
  readonly name: string;
  /** Null if the instance owns the application. */
  readonly owner: ApplicationOwner | null;
  readonly confidential: boolean;
  /** Whether its users are not asked for consent. */
  readonly trusted: boolean;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The fields of an application that its own requests need; the most frequent endpoints read only these. */
export type ClientApplication = Pick<Application, 'id' | 'uid' | 'confidential' | 'scopes'>;

/** An application with its secret, which is available only now; null for a public application. */
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

import type { Role } from './role.js';
import type { Scope } from './scope.js';

/** The account that a request acts as, as far as rights depend on it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly kind: 'human' | 'project_bot' | 'group_bot' | 'system';
  readonly isAdmin: boolean;
  readonly isExternal: boolean;
  readonly state: 'active' | 'blocked' | 'deactivated';
  readonly isConfirmed: boolean;
}

/** The account in a row that holds more columns than those of the account. */
export const toAccount = (row: Account): Account => ({
  id: row.id,
  username: row.username,
  name: row.name,
  kind: row.kind,
  isAdmin: row.isAdmin,
  isExternal: row.isExternal,
  state: row.state,
  isConfirmed: row.isConfirmed,
});

export type CredentialKind = 'personal' | 'impersonation' | 'project' | 'group' | 'oauth' | 'session' | 'job';

/** The credential that a request came with. */
export interface Credential {
  readonly kind: CredentialKind;
  readonly id: number;
  /** Null: not limited by scopes (sessions, job tokens). */
  readonly scopes: ReadonlySet<string> | null;
  readonly expiresAt: string | null;
  /** The project of a job's token. */
  readonly projectId?: number;
}

const isBot = ({ kind }: Account): boolean => kind === 'project_bot' || kind === 'group_bot';

/** Internal things are for signed-in users that are neither external nor a token's bot (contract: conventions §8). */
export const seesInternal = (account: Account): boolean => !account.isExternal && !isBot(account);

/** The caller of a request: a signed-in account with its credential, or anonymous. */
export class Caller {
  private constructor(
    readonly account: Account | null,
    readonly credential: Credential | null,
    /** The administrator who acts as `account` by sudo. */
    readonly sudoBy: Account | null,
    readonly address: string,
  ) {}

  static anonymous(address: string): Caller {
    return new Caller(null, null, null, address);
  }

  static signedIn(account: Account, credential: Credential, address: string): Caller {
    return new Caller(account, credential, null, address);
  }

  actingAs(target: Account): Caller {
    return new Caller(target, this.credential, this.account, this.address);
  }

  get isAnonymous(): boolean {
    return this.account === null;
  }

  /** 0 for anonymous callers: no row has that id. */
  get userId(): number {
    return this.account?.id ?? 0;
  }

  get isAdmin(): boolean {
    return this.account?.isAdmin ?? false;
  }

  get isBot(): boolean {
    return this.account !== null && isBot(this.account);
  }

  get seesInternal(): boolean {
    return this.account !== null && seesInternal(this.account);
  }

  /** Under sudo the scope check of the endpoint is skipped (contract: conventions §7). */
  hasOneOf(scopes: readonly Scope[]): boolean {
    const held = this.credential?.scopes ?? null;
    return this.sudoBy !== null || held === null || scopes.some((scope) => held.has(scope));
  }

  /** Whether a membership level gives at least this role; administrators pass all role checks. */
  isAtLeast(role: Role, level: number | null): boolean {
    return this.isAdmin || (level ?? 0) >= role;
  }
}

import type { Account } from '../access/caller.js';

/** The page that a browser requested before it had to sign in (contract: oauth §2.1). */
export interface ReturnTarget {
  readonly id: string;
  /** Path and query of this service. */
  readonly target: string;
  /** Unix milliseconds. */
  readonly askedAt: number;
  /** Identifies a request that requires a sign-in after it was made, if it does. */
  readonly demand?: string;
  /** Set when the request came back after the sign-in that it required: repeated later, it requires another. */
  readonly isMet?: boolean;
  /** Redirect target outside this service, which the page's `form-action` has to allow (contract: oauth §4). */
  readonly formTarget?: string;
  /** Login that will probably be used. */
  readonly loginHint?: string;
}

/** Description of a page that requires a sign-in. */
export type WantedPage = Omit<ReturnTarget, 'id' | 'askedAt' | 'isMet'>;

/** Subject of a sign-in by an identity provider, and the provider's session if it has one. */
export interface ProviderSession {
  readonly sub: string;
  readonly sid: string | null;
}

/** A live session of a browser, signed in or not. */
export interface Session {
  readonly id: number;
  readonly account: Account | null;
  readonly isRemembered: boolean;
  readonly signedInAt: string | null;
  /** User whose password was right and whose second factor is pending. */
  readonly pendingUserId: number | null;
  /** Set when an identity provider signed the user in. */
  readonly provider: ProviderSession | null;
  /** Newest first. */
  readonly returnTargets: readonly ReturnTarget[];
  /** Whether its last recorded use is old enough to record another one. */
  readonly isDueForNote: boolean;
}

/** Origin of a request. */
export interface SessionClient {
  readonly address: string;
  readonly userAgent: string | null;
}

/** A session as shown to its user. */
export interface SessionRecord {
  readonly id: number;
  readonly isRemembered: boolean;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string | null;
}

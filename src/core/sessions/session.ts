import type { Account } from '../access/caller.js';

/** Where a browser wanted to go before it had to sign in (contract: oauth §2.1). */
export interface ReturnTarget {
  readonly id: string;
  /** Path and query of this service. */
  readonly target: string;
  /** Unix milliseconds. */
  readonly askedAt: number;
  /** Names the request that wants a sign-in after it was made, if it does. */
  readonly demand?: string;
  /** The request has come back after the sign-in that it wanted: coming anew, it wants another. */
  readonly isMet?: boolean;
  /** The redirect target outside of this service, which the page's `form-action` has to allow (contract: oauth §4). */
  readonly formTarget?: string;
  /** Who will probably sign in. */
  readonly loginHint?: string;
}

/** What a page that needs a sign-in says of itself. */
export type WantedPage = Omit<ReturnTarget, 'id' | 'askedAt' | 'isMet'>;

/** What an identity provider said of a sign-in: its subject, and its own session where it has one. */
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
  /** Whose password was right and whose second factor is waited for. */
  readonly pendingUserId: number | null;
  /** Who said so, where an identity provider signed in. */
  readonly provider: ProviderSession | null;
  /** Newest first. */
  readonly returnTargets: readonly ReturnTarget[];
  /** Its last use was noted long enough ago to note one again. */
  readonly isDueForNote: boolean;
}

/** Where a request comes from. */
export interface SessionClient {
  readonly address: string;
  readonly userAgent: string | null;
}

/** A session as its user sees it in a list. */
export interface SessionRecord {
  readonly id: number;
  readonly isRemembered: boolean;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string | null;
}

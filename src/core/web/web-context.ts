import type { Frame } from '../../platform/views/layout.js';
import { Caller } from '../access/caller.js';
import type { Account } from '../access/caller.js';
import { csrfTokenFor, isCsrfToken } from './csrf.js';
import type { Session, SessionClient } from '../sessions/session.js';

/** Origin of a page request. */
export interface PageClient extends SessionClient {
  /** URL of the page with the form or the link, if the browser sends it. */
  readonly referrer: string | null;
}

/** One request of a browser, with its session if it has one. */
export class WebContext {
  constructor(
    readonly browser: PageClient,
    readonly held: { readonly value: string; readonly session: Session } | null,
  ) {}

  get session(): Session | null {
    return this.held?.session ?? null;
  }

  /** The signed-in account. */
  get account(): Account | null {
    return this.session?.account ?? null;
  }

  /** Empty without a session. */
  get csrfToken(): string {
    return this.held ? csrfTokenFor(this.held.value) : '';
  }

  accepts(csrfToken: string | undefined): boolean {
    return this.held !== null && csrfToken !== undefined && isCsrfToken(csrfToken, this.held.value);
  }

  /** The same user as a caller of the services that the API uses. */
  get caller(): Caller {
    const { account, session } = this;
    if (!account || !session) {
      return Caller.anonymous(this.browser.address);
    }
    const credential = { kind: 'session', id: session.id, scopes: null, expiresAt: null } as const;
    return Caller.signedIn(account, credential, this.browser.address);
  }

  /** Returns the URL of the list at this path, with the page and search that the form was sent from. */
  backTo(list: string): string {
    const { referrer } = this.browser;
    const from = referrer !== null && URL.canParse(referrer) ? new URL(referrer) : null;
    return from?.pathname === list ? list + from.search : list;
  }

  get frame(): Frame {
    const { account, csrfToken } = this;
    return {
      csrfToken,
      user: account && { name: account.name, username: account.username, isAdmin: account.isAdmin },
    };
  }
}

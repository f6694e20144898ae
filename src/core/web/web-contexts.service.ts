import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Env } from '../../platform/config/env.js';
import { Database } from '../../platform/database/database.js';
import { isOwnPath } from '../../platform/views/html.js';
import { readSessionCookie, sendSessionCookie } from './session-cookie.js';
import type { ProviderSession, Session, WantedPage } from '../sessions/session.js';
import type { FirstFactor } from '../sessions/sessions.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { WebContext } from './web-context.js';
import type { PageClient } from './web-context.js';
import { clientAddressOf } from '../../platform/http/request-state.js';

const newValue = (): string => randomBytes(32).toString('base64url');
const MAX_USER_AGENT = 500;
/** Format of {@link newValue}. */
const VALUE = /^[\w-]{43}$/;
/** Id of a session that is not stored yet: only the browser has its value. */
const UNSTORED = 0;

export type SessionContext = WebContext & { readonly session: Session };

export interface SignIn {
  readonly userId: number;
  /**
   * Digest that the password was checked against; null after a second factor, since the password was checked in an
   * earlier request.
   */
  readonly passwordDigest: string | null;
  readonly isRemembered: boolean;
  readonly provider: ProviderSession | null;
}

/** Browser sessions (contract: oauth §2.2). */
@Injectable()
export class WebContextsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Returns the web context of a request and records that its session is in use. */
  async of(request: IncomingMessage): Promise<WebContext> {
    const value = readSessionCookie(request);
    const browser = browserOf(request);
    const session = value === undefined ? null : await this.sessions.find(value);
    if (value === undefined || !session) {
      return new WebContext(browser, null);
    }
    if (session.isDueForNote) {
      this.sessions.noteUse(session.id, browser);
    }
    return new WebContext(browser, { value, session });
  }

  /** Renews the cookie of a remembered session together with the session. */
  keepRemembered(web: WebContext, request: IncomingMessage, response: ServerResponse): void {
    const value = readSessionCookie(request);
    if (web.session?.isDueForNote && web.account && web.session.isRemembered && value !== undefined) {
      sendSessionCookie(response, value, { isHttps: this.env.isHttps, isRemembered: true });
    }
  }

  /**
   * Returns a web context for a page whose form only needs a CSRF token: the browser gets a value, and nothing is
   * stored until there is data to keep, so that users who never sign in leave no row.
   */
  opened(web: WebContext, response: ServerResponse): SessionContext {
    return hasSession(web) ? web : unstoredContext(web.browser, this.valueFor(response));
  }

  /** Records that the password was right, for the time that a second factor may take. */
  async waitForSecondFactor(web: SessionContext, userId: number, factor: FirstFactor): Promise<void> {
    await this.sessions.waitForSecondFactor(await this.storedId(web), userId, factor);
  }

  /** Returns the id of the session, storing it first if necessary. */
  async storedId({ held, browser, session }: SessionContext): Promise<number> {
    const isUnstored = session.id === UNSTORED && held !== null;
    return isUnstored ? this.store(held.value, browser) : session.id;
  }

  /**
   * Returns the web context with a session, creating one if there is none. It uses the value that the browser already
   * has, so that a form opened earlier remains valid (contract: oauth §2.1).
   */
  async withSession(web: WebContext, response: ServerResponse): Promise<SessionContext> {
    if (hasSession(web)) {
      return web;
    }
    const value = this.valueFor(response);
    await this.store(value, web.browser);
    const opened = new WebContext(web.browser, await this.held(value));
    if (!hasSession(opened)) {
      throw new Error('A session that was just opened is gone.');
    }
    return opened;
  }

  /**
   * Stores the target of the browser and returns the URL of the sign-in page that leads back to it. A target outside
   * this service becomes the start page.
   */
  async signInAddress(session: Session, wanted: WantedPage): Promise<string> {
    const id = randomBytes(12).toString('base64url');
    const target = isOwnPath(wanted.target) ? wanted.target : '/';
    await this.sessions.addReturnTarget(session.id, { ...wanted, target, id });
    return `/users/sign_in?rt=${id}`;
  }

  /** Like {@link signInAddress}, for a page of this service; creates a session if there is none. */
  async signInAddressFor(web: WebContext, target: string, response: ServerResponse): Promise<string> {
    const { session } = await this.withSession(web, response);
    return this.signInAddress(session, { target });
  }

  /**
   * Exchanges the session for a new one of the user, with a new value: the old one becomes invalid (contract: oauth
   * §2.1). Returns false when the account may no longer sign in.
   */
  async signIn(
    web: WebContext,
    { userId, passwordDigest, isRemembered, provider }: SignIn,
    response: ServerResponse,
  ): Promise<boolean> {
    const value = newValue();
    const { browser, session } = web;
    const done = await this.database.transaction(async () => {
      if (!(await this.sessions.noteSignIn(userId, passwordDigest))) {
        return false;
      }
      const isReplaced = await this.sessions.delete(session?.id ?? UNSTORED);
      if (session?.pendingUserId === userId && !isReplaced) {
        return false; // the first factor is no longer valid: the password changed, or another request has already signed in
      }
      const returnTargets = session?.returnTargets ?? [];
      await this.sessions.insert(value, { browser, userId, isRemembered, returnTargets, provider });
      return true;
    });
    if (done) {
      sendSessionCookie(response, value, { isHttps: this.env.isHttps, isRemembered });
    }
    return done;
  }

  /** Returns the browser's value, even if no session is stored for it; otherwise sends a new one. */
  private valueFor(response: ServerResponse): string {
    const sent = readSessionCookie(response.req);
    if (sent !== undefined && VALUE.test(sent)) {
      return sent;
    }
    const value = newValue();
    sendSessionCookie(response, value, { isHttps: this.env.isHttps, isRemembered: false });
    return value;
  }

  /** Browsers keep a value longer than its session lives, so the row of an expired session is deleted first. */
  private async store(value: string, browser: PageClient): Promise<number> {
    await this.sessions.deleteEnded(value);
    return this.sessions.insert(value, { browser });
  }

  private async held(value: string): Promise<{ value: string; session: Session } | null> {
    const session = await this.sessions.find(value);
    return session && { value, session };
  }
}

const hasSession = (web: WebContext): web is SessionContext => web.session !== null;

function unstoredContext(browser: PageClient, value: string): SessionContext {
  const nobody = { account: null, signedInAt: null, pendingUserId: null, returnTargets: [], provider: null };
  const session: Session = { id: UNSTORED, isRemembered: false, isDueForNote: false, ...nobody };
  const web = new WebContext(browser, { value, session });
  if (!hasSession(web)) {
    throw new Error('A web context has no session.');
  }
  return web;
}

const browserOf = (request: IncomingMessage): PageClient => ({
  address: clientAddressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
  referrer: request.headers.referer ?? null,
});

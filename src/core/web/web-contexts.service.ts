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
/** What {@link newValue} makes. */
const VALUE = /^[\w-]{43}$/;
/** Id of a session that only its browser knows of yet. */
const UNSTORED = 0;

export type SessionContext = WebContext & { readonly session: Session };

export interface SignIn {
  readonly userId: number;
  /** What the password was checked against; null after a second factor, when it was checked a request ago. */
  readonly passwordDigest: string | null;
  readonly isRemembered: boolean;
  readonly provider: ProviderSession | null;
}

/** Sessions of browsers (contract: oauth §2.2). */
@Injectable()
export class WebContextsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** The web context of a request; records that its session is in use. */
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

  /** Renews what a browser keeps of a remembered session along with the session itself. */
  keepRemembered(web: WebContext, request: IncomingMessage, response: ServerResponse): void {
    const value = readSessionCookie(request);
    if (web.session?.isDueForNote && web.account && web.session.isRemembered && value !== undefined) {
      sendSessionCookie(response, value, { isHttps: this.env.isHttps, isRemembered: true });
    }
  }

  /**
   * The web context of a page whose form needs nothing but a CSRF token: the browser gets a value, and nothing is
   * stored until there is something to keep, so that people who never sign in leave no row.
   */
  opened(web: WebContext, response: ServerResponse): SessionContext {
    return hasSession(web) ? web : unstoredContext(web.browser, this.valueFor(response));
  }

  /** Keeps that the password was right, for as long as a second factor may take. */
  async waitForSecondFactor(web: SessionContext, userId: number, factor: FirstFactor): Promise<void> {
    await this.sessions.waitForSecondFactor(await this.storedId(web), userId, factor);
  }

  /** The id of the session, which is stored now if it was not. */
  async storedId({ held, browser, session }: SessionContext): Promise<number> {
    const isUnstored = session.id === UNSTORED && held !== null;
    return isUnstored ? this.store(held.value, browser) : session.id;
  }

  /**
   * The web context with a session, which is created when there is none: of the value that the browser has, so that a
   * form which it opened before remains valid (contract: oauth §2.1).
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
   * Keeps where the browser wanted to go; answers the address of the sign-in page that leads back. A way out of this
   * service is no way back: it leads to the start page.
   */
  async signInAddress(session: Session, wanted: WantedPage): Promise<string> {
    const id = randomBytes(12).toString('base64url');
    const target = isOwnPath(wanted.target) ? wanted.target : '/';
    await this.sessions.addReturnTarget(session.id, { ...wanted, target, id });
    return `/users/sign_in?rt=${id}`;
  }

  /** As {@link signInAddress}, for a page of this service; keeps it in a new session where there is none. */
  async signInAddressFor(web: WebContext, target: string, response: ServerResponse): Promise<string> {
    const { session } = await this.withSession(web, response);
    return this.signInAddress(session, { target });
  }

  /**
   * Replaces the session by one of the user, with a new value: the old one is invalid (contract: oauth §2.1). False
   * when the account may not sign in any more.
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
        return false; // what the first factor was shown to is gone: the password changed, or this is done already
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

  /** What the browser has, even if nothing is stored of it; else a new one, which it gets. */
  private valueFor(response: ServerResponse): string {
    const sent = readSessionCookie(response.req);
    if (sent !== undefined && VALUE.test(sent)) {
      return sent;
    }
    const value = newValue();
    sendSessionCookie(response, value, { isHttps: this.env.isHttps, isRemembered: false });
    return value;
  }

  /** Browsers keep a value longer than its session lives: what is left of that one would be in the way. */
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

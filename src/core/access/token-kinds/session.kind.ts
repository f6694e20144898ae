import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { isRead } from '../../../platform/http/write-answer.js';
import { isCsrfToken } from '../../sessions/csrf.js';
import { readSessionCookie } from '../../sessions/session-cookie.js';
import { SessionsRepository } from '../../sessions/sessions.repository.js';
import { given, header, TokenKind } from './token-kind.js';
import type { Found, Presented } from './token-kind.js';

/** A browser's session: for reads, and for writes that prove to come from a page of ours (contract: conventions §6.4). */
@Injectable()
export class SessionKind extends TokenKind {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly env: Env,
  ) {
    super();
  }

  override async find({ request, params }: Presented): Promise<Found | null> {
    const value = readSessionCookie(request);
    const { origin } = request.headers;
    if (value === undefined || (origin !== undefined && origin !== this.env.baseUrl)) {
      return null;
    }
    const token = given(header(request, 'x-csrf-token'), params.authenticity_token);
    if (!isRead(request) && !(token !== undefined && isCsrfToken(token, value))) {
      return null;
    }
    const session = await this.sessions.find(value);
    if (session?.account?.state !== 'active') {
      return null; // an ended session is no credential
    }
    if (session.isDueForNote) {
      this.sessions.noteUse(session.id, { address: request.socket.remoteAddress ?? '', userAgent: null });
    }
    return {
      account: session.account,
      credential: { kind: 'session', id: session.id, expiresAt: null, scopes: null },
    };
  }
}

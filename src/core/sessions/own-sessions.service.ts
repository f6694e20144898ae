import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import type { Caller } from '../access/caller.js';
import type { SessionRecord } from './session.js';
import { SessionsRepository } from './sessions.repository.js';

/** Lists and ends a user's own sessions (contract: conventions §21.9). */
@Injectable()
export class OwnSessionsService {
  constructor(private readonly sessions: SessionsRepository) {}

  list(caller: Caller, page: PageRequest): Promise<Page<SessionRecord>> {
    return this.sessions.listOf(caller.userId, page);
  }

  /** Returns all sessions, newest first, for the page. */
  all(caller: Caller): Promise<readonly SessionRecord[]> {
    return this.sessions.allOf(caller.userId);
  }

  /** Throws 404 for sessions of others. */
  async end(caller: Caller, id: number): Promise<void> {
    if (!(await this.sessions.deleteOwn(caller.userId, id))) {
      throw notFound('Session');
    }
  }

  /** Ends all sessions except the current one. */
  endOthers({ userId, credential }: Caller): Promise<void> {
    return this.sessions.deleteAllOf(userId, credential?.kind === 'session' ? credential.id : 0);
  }

  /** Ends the session that signs out. */
  async signOut(id: number): Promise<void> {
    await this.sessions.delete(id);
  }
}

import { Get, Post } from '@nestjs/common';
import { OwnSessionsService } from '../../../core/sessions/own-sessions.service.js';
import { PageController, PathId, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { sessionsPage } from './sessions.page.js';

const HERE = '/-/profile/sessions';

/** Contract: conventions §21.9, as pages. */
@PageController('-/profile/sessions', { who: 'signed-in' })
export class SessionPagesController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Get()
  async list(@Visiting() { caller, frame, session }: Visit) {
    return page(sessionsPage(await this.sessions.all(caller), session?.id ?? 0, frame));
  }

  @Post('end_others')
  async endOthers(@Visiting() { caller }: Visit) {
    await this.sessions.endOthers(caller);
    return seeOther(HERE);
  }

  @Post(':session_id')
  async end(@Visiting() { caller }: Visit, @PathId('session_id') id: number) {
    await this.sessions.end(caller, id);
    return seeOther(HERE);
  }
}

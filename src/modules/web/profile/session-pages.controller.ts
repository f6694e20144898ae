import { Get, Post } from '@nestjs/common';
import { OwnSessionsService } from '../../../core/sessions/own-sessions.service.js';
import { PageController, PathId, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { sessionsPage } from './sessions.page.js';

const HERE = '/-/profile/sessions';

/** Contract: conventions §21.9, as pages. */
@PageController('-/profile/sessions', { who: 'signed-in' })
export class SessionPagesController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Get()
  async list(@Web() { caller, frame, session }: WebContext) {
    return page(sessionsPage(await this.sessions.all(caller), session?.id ?? 0, frame));
  }

  @Post('end_others')
  async endOthers(@Web() { caller }: WebContext) {
    await this.sessions.endOthers(caller);
    return seeOther(HERE);
  }

  @Post(':session_id')
  async end(@Web() { caller }: WebContext, @PathId('session_id') id: number) {
    await this.sessions.end(caller, id);
    return seeOther(HERE);
  }
}

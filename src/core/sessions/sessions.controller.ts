import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Me, Paging } from '../access/request.decorators.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { presentSession, SessionSchema } from './session.presenter.js';

/** Contract: conventions §21.9. */
@Controller('user/sessions')
@Allow({ on: 'instance' })
export class SessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Get()
  @Answers([SessionSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.sessions.list(me, page)).map((session) => presentSession(session, me));
  }

  @Delete(':session_id')
  @HttpCode(204)
  @Answers(null)
  end(@Me() me: Caller, @IdParam('session_id') id: number) {
    return this.sessions.end(me, id);
  }
}

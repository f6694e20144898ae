import { Get } from '@nestjs/common';
import { PageController, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { page } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { homePage } from './home.page.js';

/** Contract: oauth §2.1. */
@PageController('', { who: 'anybody' })
export class HomeController {
  @Get()
  show(@Visiting() { frame }: Visit): WebAnswer {
    return page(homePage(frame));
  }
}

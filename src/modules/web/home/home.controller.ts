import { Get } from '@nestjs/common';
import { PageController, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { page } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { homePage } from './home.page.js';

/** Contract: oauth §2.1. */
@PageController('', { who: 'anybody' })
export class HomeController {
  @Get()
  show(@Web() { frame }: WebContext): WebAnswer {
    return page(homePage(frame));
  }
}

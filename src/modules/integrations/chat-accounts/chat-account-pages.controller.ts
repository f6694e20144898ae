import { Get, Post } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathId, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { ChatAccountsService } from './chat-accounts.service.js';
import { chatAccountsPage, deadChatLinkPage, linkChatAccountPage } from './chat-accounts.page.js';
import { CHAT_ACCOUNTS_PATH } from './chat-link-path.js';

/** Pages for the caller's own chat accounts, and for confirming a new one (contract: integrations §9). */
@PageController('-/profile/chat_accounts', { who: 'signed-in' })
export class ChatAccountPagesController {
  constructor(private readonly accounts: ChatAccountsService) {}

  @Get()
  async list(@Web() { caller, frame }: WebContext, @QueryFields() query: RawParams) {
    return page(chatAccountsPage(await this.accounts.list(caller, pageIn(query)), frame));
  }

  @Get('new')
  ask(@Web() web: WebContext, @QueryFields() query: RawParams) {
    return this.withLiveLink(web, async () => {
      const token = textIn(query, 'token');
      return page(linkChatAccountPage(await this.accounts.requested(token), token, web.frame));
    });
  }

  @Post('new')
  link(@Web() web: WebContext, @Fields() fields: RawParams) {
    return this.withLiveLink(web, async () => {
      await this.accounts.link(textIn(fields, 'token'), web.caller);
      return seeOther(CHAT_ACCOUNTS_PATH);
    });
  }

  @Post(':chat_account_id')
  async unlink(@Web() web: WebContext, @PathId('chat_account_id') id: number) {
    await this.accounts.unlink(id, web.caller);
    return seeOther(web.backTo(CHAT_ACCOUNTS_PATH));
  }

  private async withLiveLink({ frame }: WebContext, work: () => Promise<WebAnswer>): Promise<WebAnswer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return page(deadChatLinkPage(frame), { status: 404 });
      }
      throw error;
    }
  }
}

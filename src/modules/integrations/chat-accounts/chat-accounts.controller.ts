import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging } from '../../../core/access/request.decorators.js';
import { ChatAccountSchema, presentChatAccount } from './chat-account.presenter.js';
import { LinkChatAccountInput } from './chat-accounts.dto.js';
import { ChatAccountsService } from './chat-accounts.service.js';

/** Contract: integrations §1, §9. */
@Controller('user/chat_accounts')
@Allow({ on: 'instance' })
export class ChatAccountsController {
  constructor(private readonly accounts: ChatAccountsService) {}

  @Get()
  @Answers([ChatAccountSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.accounts.list(me, page)).map(presentChatAccount);
  }

  @Post()
  @Answers(ChatAccountSchema)
  async link(@Me() me: Caller, @Input() { token }: LinkChatAccountInput) {
    return presentChatAccount(await this.accounts.link(token, me));
  }

  @Delete(':chat_account_id')
  @HttpCode(204)
  @Answers(null)
  unlink(@Me() me: Caller, @IdParam('chat_account_id') id: number) {
    return this.accounts.unlink(id, me);
  }
}

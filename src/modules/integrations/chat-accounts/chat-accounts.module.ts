import { Module } from '@nestjs/common';
import { ChatAccountPagesController } from './chat-account-pages.controller.js';
import { ChatAccountsController } from './chat-accounts.controller.js';
import { ChatAccountsRepository } from './chat-accounts.repository.js';
import { ChatAccountsService } from './chat-accounts.service.js';
import { ChatLinkTokensRepository } from './chat-link-tokens.repository.js';
import { SweepChatLinksJob } from './sweep-chat-links.job.js';

/** Chat users and their accounts (contract: integrations §9). */
@Module({
  controllers: [ChatAccountsController, ChatAccountPagesController],
  providers: [ChatAccountsService, ChatAccountsRepository, ChatLinkTokensRepository, SweepChatLinksJob],
  exports: [ChatAccountsService],
})
export class ChatAccountsModule {}

import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { AlertsModule } from '../../alerts/alerts.module.js';
import { PipelinesModule } from '../../pipelines/pipelines.module.js';
import { ChatAccountsModule } from '../chat-accounts/chat-accounts.module.js';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { AlertCommandsService } from './alert-commands.service.js';
import { PipelineCommandsService } from './pipeline-commands.service.js';
import { SlashCommandsController } from './slash-commands.controller.js';
import { SlashCommandsService } from './slash-commands.service.js';
import { SlashTokensService } from './slash-tokens.service.js';

/** Slash commands of chats (contract: integrations §9). */
@Module({
  imports: [ProjectsModule, AlertsModule, PipelinesModule, ChatAccountsModule, IntegrationSettingsModule],
  controllers: [SlashCommandsController],
  providers: [SlashCommandsService, SlashTokensService, PipelineCommandsService, AlertCommandsService],
})
export class SlashCommandsModule {}

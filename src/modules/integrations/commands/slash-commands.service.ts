import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { Role } from '../../../core/access/role.js';
import { PipelineFactsRepository } from '../../pipelines/creation/pipeline-facts.repository.js';
import { ChatAccountsService } from '../chat-accounts/chat-accounts.service.js';
import { AlertCommandsService } from './alert-commands.service.js';
import { mayDo } from './chat-member.js';
import type { ChatMember } from './chat-member.js';
import { PipelineCommandsService } from './pipeline-commands.service.js';
import { toAsker } from './slash-answer.js';
import type { SlashAnswer } from './slash-answer.js';
import type { SlashCall } from './slash-call.js';
import { readSlashCommand } from './slash-command.js';
import type { SlashCommand } from './slash-command.js';
import { FAILED, HELP, linkFirst, reasonOf, REFUSED, TAKES_LONGER } from './slash-texts.js';

/** Chat servers wait three seconds for an answer (contract: integrations §9). */
const PATIENCE_MS = 2500;

/** Minimum role for each command (contract: integrations §9). */
const ROLES: Readonly<Record<Exclude<SlashCommand['name'], 'help'>, Role>> = {
  pipeline: Role.Developer,
  status: Role.Reporter,
  alerts: Role.Developer,
  alert: Role.Developer,
};

/** Runs the commands that users type in a chat; errors are returned as answers, too (contract: integrations §9). */
@Injectable()
export class SlashCommandsService {
  private readonly logger = new Logger('slash commands');

  constructor(
    private readonly accounts: ChatAccountsService,
    private readonly members: PipelineFactsRepository,
    private readonly pipelines: PipelineCommandsService,
    private readonly alerts: AlertCommandsService,
  ) {}

  /** A command that takes too long continues after the answer. */
  async answer(projectId: number, call: SlashCall): Promise<SlashAnswer> {
    const late = new Promise<SlashAnswer>((resolve) => setTimeout(resolve, PATIENCE_MS, TAKES_LONGER).unref());
    return Promise.race([this.safely(projectId, call), late]);
  }

  private async safely(projectId: number, call: SlashCall): Promise<SlashAnswer> {
    try {
      return await this.run(projectId, call);
    } catch (error) {
      if (error instanceof ApiError) {
        return toAsker(reasonOf(error));
      }
      this.logger.error({ project: projectId, error: errorText(error) });
      return FAILED;
    }
  }

  private async run(projectId: number, { identity, text }: SlashCall): Promise<SlashAnswer> {
    const command = readSlashCommand(text);
    if (command.name === 'help') {
      return HELP;
    }
    const userId = identity && (await this.accounts.userOf(identity));
    if (userId === null) {
      return identity ? linkFirst(await this.accounts.linkFor(identity)) : REFUSED;
    }
    const found = await this.members.findCreator(projectId, userId);
    return found && mayDo(found, ROLES[command.name]) ? this.perform({ projectId, ...found }, command) : REFUSED;
  }

  private perform(member: ChatMember, command: Exclude<SlashCommand, { name: 'help' }>): Promise<SlashAnswer> {
    switch (command.name) {
      case 'pipeline':
        return this.pipelines.start(member, command.ref, command.variables);
      case 'status':
        return this.pipelines.status(member, command.ref);
      case 'alerts':
        return this.alerts.list(member);
      case 'alert':
        return this.alerts.change(member, command.act, command.iid);
    }
  }
}

import { Controller, HttpCode, Post } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Allow, WithoutCaller } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Sent, TextParam } from '../../../core/access/request.decorators.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import { SlashAnswerSchema } from './slash-answer.js';
import { readSlashCall } from './slash-call.js';
import { SlashCommandInput } from './slash-commands.dto.js';
import { SlashCommandsService } from './slash-commands.service.js';
import { SlashTokensService } from './slash-tokens.service.js';

/**
 * Slash commands of chats. The integration's token authenticates the call; no user is signed in (contract: integrations
 * §9).
 */
@Controller(['projects/:id/integrations/:slug/trigger', 'projects/:id/services/:slug/trigger'])
@Allow({ on: 'instance', anonymous: true })
@WithoutCaller()
export class SlashCommandsController {
  constructor(
    private readonly commands: SlashCommandsService,
    private readonly tokens: SlashTokensService,
    private readonly kinds: AvailableKinds,
  ) {}

  @Post()
  @HttpCode(200)
  @Answers(Type.Union([SlashAnswerSchema, Type.Object({})]))
  async trigger(
    @TextParam('id') project: string,
    @TextParam('slug') name: string,
    @Sent() sent: RawParams,
    @Input() _described: SlashCommandInput,
  ) {
    const { slug, category } = this.kinds.get(name);
    if (category !== 'commands') {
      throw unknownRoute();
    }
    const call = readSlashCall(slug, sent);
    const found = await this.tokens.projectOf(project, slug, call.token);
    return call.isSslCheck ? {} : this.commands.answer(found, call);
  }
}

import { Controller, Get, Header, Post, Put } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me } from '../access/request.decorators.js';
import { Unthrottled } from '../access/unthrottled.decorator.js';
import { UpdateSettingsInput } from './settings.dto.js';
import { RunnersTokenService } from './runners-token.service.js';
import { SettingsAdministrationService } from './settings-administration.service.js';
import { presentSettings, SettingsSchema } from './settings.presenter.js';
import { SettingsService } from './settings.service.js';
import { RegistrationTokenSchema } from '../access/registration-token.js';

/** Contract: core §1.2, §9, conventions §16. */
@Controller()
@Allow({ on: 'instance', role: 'admin' })
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly administration: SettingsAdministrationService,
    private readonly runnersToken: RunnersTokenService,
    private readonly env: Env,
  ) {}

  @Get('application/settings')
  @Unthrottled('administrators')
  @Answers(SettingsSchema)
  async show() {
    const token = await this.runnersToken.current();
    return presentSettings(await this.settings.fresh(), token, this.env);
  }

  @Put('application/settings')
  @Unthrottled('administrators')
  @Answers(SettingsSchema)
  async update(@Input() input: UpdateSettingsInput, @Me() me: Caller) {
    const token = await this.runnersToken.current();
    return presentSettings(await this.administration.change(input, me), token, this.env);
  }

  @Post('runners/reset_registration_token')
  @Header('Cache-Control', 'no-store')
  @Answers(RegistrationTokenSchema)
  async resetRunnersToken(@Me() me: Caller) {
    return { token: await this.administration.resetRunnersToken(me) };
  }
}

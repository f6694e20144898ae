import { Controller, Delete, Header, HttpCode, Post, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { AuthorizedBy } from '../../../core/access/authorized-by.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me } from '../../../core/access/request.decorators.js';
import { Unthrottled } from '../../../core/access/unthrottled.decorator.js';
import {
  CreateRunnerInput,
  readRunnerFacts,
  RegisterRunnerInput,
  runnerFields,
  RunnerTokenInput,
} from './runners.dto.js';
import { RegistrationTokenCredential } from './registration-token.credential.js';
import { RunnerContactsService } from './runner-contacts.service.js';
import { RunnerRegistrationService } from './runner-registration.service.js';
import { presentRunnerToken, RunnerTokenSchema } from './runner.presenter.js';

const FOR_RUNNERS = { on: 'instance', anonymous: true } as const;

/**
 * Registration and removal of runners (contract: triggers §9). Runner programs authenticate by a token in the request.
 */
@Controller()
export class RunnerRegistrationController {
  constructor(
    private readonly registration: RunnerRegistrationService,
    private readonly contacts: RunnerContactsService,
  ) {}

  @Post('runners')
  @Allow(FOR_RUNNERS)
  @AuthorizedBy(RegistrationTokenCredential)
  @Unthrottled()
  @Header('Cache-Control', 'no-store')
  @Answers(RunnerTokenSchema)
  async register(@Input() input: RegisterRunnerInput) {
    const facts = readRunnerFacts(input.info);
    return presentRunnerToken(await this.registration.register(input.token, runnerFields(input), facts));
  }

  @Post('user/runners')
  @Allow({ on: 'instance' })
  @Header('Cache-Control', 'no-store')
  @Answers(RunnerTokenSchema)
  async create(@Me() me: Caller, @Input() input: CreateRunnerInput) {
    const wanted = { type: input.runner_type, groupId: input.group_id, projectId: input.project_id };
    const facts = readRunnerFacts(input.info);
    return presentRunnerToken(await this.registration.create(wanted, runnerFields(input), facts, me));
  }

  @Post('runners/verify')
  @HttpCode(200)
  @Allow(FOR_RUNNERS)
  @Unthrottled()
  @Header('Cache-Control', 'no-store')
  @Answers(RunnerTokenSchema)
  async verify(@Input() { token }: RunnerTokenInput, @Req() request: HttpRequest) {
    const runner = await this.registration.get(token);
    await this.contacts.note(runner, {}, request);
    return presentRunnerToken({ id: runner.id, token });
  }

  @Delete('runners')
  @HttpCode(204)
  @Allow(FOR_RUNNERS)
  @Unthrottled()
  @Answers(null)
  async unregister(@Input() { token }: RunnerTokenInput) {
    await this.registration.unregister(token);
  }
}

import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Runner, RunnerFacts } from './runner.js';
import { RunnersRepository } from './runners.repository.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';

/** Records when, and from which address, runners made contact. */
@Injectable()
export class RunnerContactsService {
  constructor(private readonly runners: RunnersRepository) {}

  async note({ id }: Pick<Runner, 'id'>, facts: Partial<RunnerFacts>, request: IncomingMessage): Promise<void> {
    await this.runners.noteContact(id, facts, clientAddressOf(request));
  }
}

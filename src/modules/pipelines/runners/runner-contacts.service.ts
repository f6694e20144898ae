import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Runner, RunnerFacts } from './runner.js';
import { RunnersRepository } from './runners.repository.js';

/** Notes when and whence runners were heard of. */
@Injectable()
export class RunnerContactsService {
  constructor(private readonly runners: RunnersRepository) {}

  async note({ id }: Pick<Runner, 'id'>, facts: Partial<RunnerFacts>, { socket }: IncomingMessage): Promise<void> {
    await this.runners.noteContact(id, facts, socket.remoteAddress ?? '');
  }
}

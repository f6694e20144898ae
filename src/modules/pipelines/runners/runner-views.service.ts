import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { presentRunnerDetails } from './runner.presenter.js';
import type { RunnerDetailsView } from './runner.presenter.js';
import type { Runner } from './runner.js';
import { RunnersRepository } from './runners.repository.js';

/** Presents single runners with what they serve (contract: triggers §9). */
@Injectable()
export class RunnerViewsService {
  constructor(
    private readonly runners: RunnersRepository,
    private readonly env: Env,
  ) {}

  async details(runner: Runner): Promise<RunnerDetailsView> {
    return presentRunnerDetails(runner, await this.runners.targets(runner.id), this.env.baseUrl);
  }
}

import { Injectable } from '@nestjs/common';
import { refusedToken } from '../../../common/errors/catalogue.js';
import { JobTokensService } from '../../job-tokens/job-tokens.service.js';
import { given, header, TokenKind } from './token-kind.js';
import type { Found, Presented } from './token-kind.js';

/** Job tokens, on the routes that admit them (contract: conventions §6.1 step 4, §6.3). */
@Injectable()
export class JobTokenKind extends TokenKind {
  constructor(private readonly tokens: JobTokensService) {
    super();
  }

  override async find({ request, params, findsJobTokens }: Presented): Promise<Found | null> {
    const value = findsJobTokens ? given(params.job_token, header(request, 'job-token')) : undefined;
    return value === undefined ? null : this.get(value);
  }

  private async get(value: string): Promise<Found> {
    const holder = await this.tokens.findLive(value);
    if (!holder?.account) {
      throw refusedToken('The token is not known.');
    }
    const { job, account } = holder;
    return {
      account,
      credential: { kind: 'job', id: job.id, projectId: job.projectId, expiresAt: null, scopes: null },
    };
  }
}

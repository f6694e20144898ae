import { Injectable } from '@nestjs/common';
import { JobTokensService } from '../../job-tokens/job-tokens.service.js';
import { TokenKind } from './token-kind.js';
import type { Found, Presented } from './token-kind.js';

/** A Bearer value that is a job's token, looked at before all others where routes admit them (contract: conventions §6.1). */
@Injectable()
export class JobBearerKind extends TokenKind {
  constructor(private readonly tokens: JobTokensService) {
    super();
  }

  override async find({ bearer, admitsJobTokens }: Presented): Promise<Found | null> {
    const holder = admitsJobTokens && bearer !== undefined ? await this.tokens.findLive(bearer) : null;
    if (!holder?.account) {
      return null;
    }
    const { id, projectId } = holder.job;
    return { account: holder.account, credential: { kind: 'job', id, projectId, expiresAt: null, scopes: null } };
  }
}

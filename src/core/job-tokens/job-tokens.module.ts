import { Module } from '@nestjs/common';
import { JobTokensRepository } from './job-tokens.repository.js';
import { JobTokensService } from './job-tokens.service.js';

/** The tokens of running jobs, as credentials (contract: conventions §6.3). */
@Module({ providers: [JobTokensService, JobTokensRepository], exports: [JobTokensService] })
export class JobTokensModule {}

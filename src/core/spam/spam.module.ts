import { Global, Module } from '@nestjs/common';
import { SweepSpamLogsJob } from './jobs/sweep-spam-logs.job.js';
import { OutsideOpinions } from './outside-opinions.js';
import { SpamCheck } from './spam-check.service.js';
import { SpamLogsRepository } from './spam-logs.repository.js';

@Global()
@Module({ providers: [SpamCheck, OutsideOpinions, SpamLogsRepository, SweepSpamLogsJob], exports: [SpamCheck] })
export class SpamModule {}

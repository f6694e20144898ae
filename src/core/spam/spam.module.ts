import { Global, Module } from '@nestjs/common';
import { SweepSpamLogsJob } from './jobs/sweep-spam-logs.job.js';
import { OutsideOpinions } from './outside-opinions.js';
import { SpamCheckService } from './spam-check.service.js';
import { SpamLogsRepository } from './spam-logs.repository.js';

@Global()
@Module({
  providers: [SpamCheckService, OutsideOpinions, SpamLogsRepository, SweepSpamLogsJob],
  exports: [SpamCheckService],
})
export class SpamModule {}

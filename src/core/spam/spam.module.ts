import { Module } from '@nestjs/common';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SweepSpamLogsJob } from './sweep-spam-logs.job.js';
import { OutsideOpinions } from './outside-opinions.js';
import { SpamCheckService } from './spam-check.service.js';
import { SpamLogsRepository } from './spam-logs.repository.js';

/** Spam checks of writes by services that the operator configures (contract: conventions §15). */
@Module({
  imports: [MetricsModule, SettingsModule],
  providers: [SpamCheckService, OutsideOpinions, SpamLogsRepository, SweepSpamLogsJob],
  exports: [SpamCheckService],
})
export class SpamModule {}

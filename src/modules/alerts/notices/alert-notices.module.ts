import { Module } from '@nestjs/common';
import { MailModule } from '../../../platform/mail/mail.module.js';
import { AlertRecordsModule } from '../records/alert-records.module.js';
import { AlertNoticesService } from './alert-notices.service.js';

/** Events and e-mails about alerts. */
@Module({
  imports: [MailModule, AlertRecordsModule],
  providers: [AlertNoticesService],
  exports: [AlertNoticesService],
})
export class AlertNoticesModule {}

import { Module } from '@nestjs/common';
import { AccessReportRepository } from './access-report.repository.js';
import { AccessReportService } from './access-report.service.js';

/** Who has access to a project or group, and why (contract: core §15.4). */
@Module({ providers: [AccessReportService, AccessReportRepository], exports: [AccessReportService] })
export class AccessReportModule {}

import { Module } from '@nestjs/common';
import { AccessReportRepository } from './access-report.repository.js';
import { AccessReportService } from './access-report.service.js';

@Module({ providers: [AccessReportService, AccessReportRepository], exports: [AccessReportService] })
export class AccessReportModule {}

import { Global, Module } from '@nestjs/common';
import { AccessReportRepository } from './access-report.repository.js';
import { AccessReportService } from './access-report.service.js';

@Global()
@Module({ providers: [AccessReportService, AccessReportRepository], exports: [AccessReportService] })
export class AccessReportModule {}

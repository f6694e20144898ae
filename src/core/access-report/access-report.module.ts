import { Global, Module } from '@nestjs/common';
import { AccessReportRepository } from './access-report.repository.js';
import { AccessReport } from './access-report.service.js';

@Global()
@Module({ providers: [AccessReport, AccessReportRepository], exports: [AccessReport] })
export class AccessReportModule {}

import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';

/** The audit log for everybody who may read it; rows are written by core/audit. */
@Module({ controllers: [AuditLogController] })
export class AuditLogModule {}

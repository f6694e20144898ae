import { Global, Module } from '@nestjs/common';
import { DoctorCommand } from './commands/doctor.command.js';
import { DatabaseCheck } from './database.check.js';
import { QueueCheck } from './queue.check.js';
import { Readiness } from './readiness.js';

/** Other modules contribute a {@link HealthCheck}, or an {@link Inspection}, of their own. */
@Global()
@Module({
  providers: [Readiness, DatabaseCheck, QueueCheck, DoctorCommand],
  exports: [Readiness],
})
export class HealthModule {}

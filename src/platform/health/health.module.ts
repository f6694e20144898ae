import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DoctorCommand } from './commands/doctor.command.js';
import { DatabaseCheck } from './database.check.js';
import { QueueCheck } from './queue.check.js';
import { Readiness } from './readiness.js';

/** Other modules add a check by providing a {@link HealthCheck} of their own. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Readiness, DatabaseCheck, QueueCheck, DoctorCommand],
  exports: [Readiness],
})
export class HealthModule {}

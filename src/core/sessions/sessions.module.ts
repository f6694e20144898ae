import { Global, Module } from '@nestjs/common';
import { SweepSessionsJob } from './jobs/sweep-sessions.job.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { VisitsService } from './visits.service.js';

/** Browser sessions, and the ground that every page stands on. */
@Global()
@Module({
  controllers: [SessionsController],
  providers: [SessionsRepository, VisitsService, OwnSessionsService, SweepSessionsJob],
  exports: [SessionsRepository, VisitsService, OwnSessionsService],
})
export class SessionsModule {}

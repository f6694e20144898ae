import { Module } from '@nestjs/common';
import { SweepSessionsJob } from './sweep-sessions.job.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';

/** Browser sessions (contract: conventions §6.4). */
@Module({
  controllers: [SessionsController],
  providers: [SessionsRepository, OwnSessionsService, SweepSessionsJob],
  exports: [SessionsRepository, OwnSessionsService],
})
export class SessionsModule {}

import { Global, Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ShownOnceService } from './shown-once.service.js';
import { WebContextsService } from './web-contexts.service.js';

/** What every page needs: its session, its guard against forged forms, and how it answers (contract: conventions §6.4). */
@Global()
@Module({
  imports: [SessionsModule],
  providers: [WebContextsService, ShownOnceService],
  exports: [WebContextsService, ShownOnceService],
})
export class WebContextModule {}

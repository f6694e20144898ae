import { Global, Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ShownOnceService } from './shown-once.service.js';
import { WebContextsService } from './web-contexts.service.js';

/** Common parts of all pages: session, CSRF protection, and answers (contract: conventions §6.4). */
@Global()
@Module({
  imports: [SessionsModule],
  providers: [WebContextsService, ShownOnceService],
  exports: [WebContextsService, ShownOnceService],
})
export class WebContextModule {}

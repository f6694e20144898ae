import { Global, Module } from '@nestjs/common';
import { WebContextsService } from './web-contexts.service.js';

/** What every page needs: its session, its guard against forged forms, and how it answers (contract: conventions §6.4). */
@Global()
@Module({ providers: [WebContextsService], exports: [WebContextsService] })
export class WebContextModule {}

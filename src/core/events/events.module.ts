import { Global, Module } from '@nestjs/common';
import { EventsService } from './events.service.js';

/** Publishes events between modules, in the transaction of the change. */
@Global()
@Module({ providers: [EventsService], exports: [EventsService] })
export class EventsModule {}

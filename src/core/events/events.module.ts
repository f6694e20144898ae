import { Global, Module } from '@nestjs/common';
import { EventsService } from './events.service.js';

/** Tells modules what happened in others, in the transaction of the change. */
@Global()
@Module({ providers: [EventsService], exports: [EventsService] })
export class EventsModule {}

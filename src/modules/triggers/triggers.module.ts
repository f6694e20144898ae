import { Module } from '@nestjs/common';
import { TriggerViews } from './trigger-views.service.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';

@Module({
  controllers: [TriggersController],
  providers: [TriggersService, TriggersRepository, TriggerViews],
})
export class TriggersModule {}

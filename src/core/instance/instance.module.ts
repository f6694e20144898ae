import { Module } from '@nestjs/common';
import { InstanceController } from './instance.controller.js';

/** The version of the instance (contract: core §9). */
@Module({ controllers: [InstanceController] })
export class InstanceModule {}

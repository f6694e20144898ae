import { Module } from '@nestjs/common';
import { DeletionGrace } from './deletion-grace.js';

@Module({ providers: [DeletionGrace], exports: [DeletionGrace] })
export class DeletionsModule {}

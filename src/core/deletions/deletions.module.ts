import { Global, Module } from '@nestjs/common';
import { DeletionGrace } from './deletion-grace.js';

@Global()
@Module({ providers: [DeletionGrace], exports: [DeletionGrace] })
export class DeletionsModule {}

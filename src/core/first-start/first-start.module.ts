import { Module } from '@nestjs/common';
import { FirstStartService } from './first-start.service.js';

@Module({ providers: [FirstStartService], exports: [FirstStartService] })
export class FirstStartModule {}

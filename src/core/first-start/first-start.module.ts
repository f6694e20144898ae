import { Module } from '@nestjs/common';
import { FirstStart } from './first-start.service.js';

@Module({ providers: [FirstStart], exports: [FirstStart] })
export class FirstStartModule {}

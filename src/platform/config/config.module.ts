import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Clock } from '../../common/time/clock.js';
import { Env } from './env.js';

/** Settings of the process, and its clock (contract: core §1.1). */
@Global()
@Module({})
export class ConfigModule {
  static with(env: Env): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Env, useValue: env }, Clock],
      exports: [Env, Clock],
    };
  }
}

import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Rooms } from './app.module.js';
import type { Env } from './platform/config/env.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { SlipwayAdapter } from './platform/http/slipway.adapter.js';
import { attachUnitOfWork } from './platform/http/unit-of-work/attach-unit-of-work.js';
import { JsonLogger } from './platform/logging/json-logger.js';

export type { Rooms };

/** The program with everything that main, worker and every e2e test share; not listening yet. */
export async function createApp(
  env: Env,
  connection: DatabaseConnection,
  more: Rooms = [],
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(env, connection, more),
    new SlipwayAdapter(env),
    {
      bodyParser: false,
      logger: new JsonLogger(env.logLevel),
      abortOnError: false,
    },
  );
  app.setGlobalPrefix('api/v4', { exclude: ['-/*rest'] });
  app.useGlobalFilters(new ErrorFilter());
  attachUnitOfWork(app);
  return app;
}

import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Env } from './platform/config/env.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { rootPaths } from './platform/http/root-controller.js';
import { Dispatcher } from './platform/queue/dispatcher.js';
import { SlipwayAdapter } from './platform/http/slipway.adapter.js';
import { JsonLogger } from './platform/logging/json-logger.js';

/** The program with everything that main, worker and every e2e test share; not listening yet. */
export async function createApp(
  env: Env,
  connection: DatabaseConnection,
  { logLevel = env.logLevel } = {},
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(env, connection),
    new SlipwayAdapter(env),
    {
      bodyParser: false,
      logger: new JsonLogger(logLevel),
      abortOnError: false,
    },
  );
  app.setGlobalPrefix('api/v4', { exclude: rootPaths() });
  app.useGlobalFilters(new ErrorFilter());
  return app;
}

const REQUEST_GRACE_MS = 30_000;
const JOB_GRACE_MS = 10_000;

/** Finishes requests under way, hands leased jobs back, closes the connections (contract: core §1.3). */
export async function drain(app: NestExpressApplication): Promise<void> {
  const server = app.getHttpServer();
  const closed = new Promise<void>((resolve) => {
    if (!server.listening) {
      resolve();
      return;
    }
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
  const grace = new Promise<void>((resolve) => setTimeout(resolve, REQUEST_GRACE_MS).unref());
  await Promise.race([closed, grace]);
  server.closeAllConnections();
  await app.get(Dispatcher).stop(JOB_GRACE_MS);
  await app.close();
}

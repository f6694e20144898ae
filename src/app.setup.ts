import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Rooms } from './app.module.js';
import type { Env } from './platform/config/env.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { Readiness } from './platform/health/readiness.js';
import { isJudged } from './core/access/allow.decorator.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { rootPaths } from './platform/http/root-controller.js';
import { Dispatcher } from './platform/queue/dispatcher.js';
import { SlipwayAdapter } from './platform/http/slipway.adapter.js';
import { attachUnitOfWork } from './platform/http/unit-of-work/attach-unit-of-work.js';
import { JsonLogger } from './platform/logging/json-logger.js';

interface AppOptions {
  readonly logLevel?: string;
  /** Beside those of the product, for routes that only tests need. */
  readonly rooms?: Rooms;
}

/** The program with everything that main, worker and every e2e test share; not listening yet. */
export async function createApp(
  env: Env,
  connection: DatabaseConnection,
  { logLevel = env.logLevel, rooms = [] }: AppOptions = {},
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(env, connection, rooms),
    new SlipwayAdapter(env),
    {
      bodyParser: false,
      logger: new JsonLogger(logLevel),
      abortOnError: false,
    },
  );
  app.setGlobalPrefix('api/v4', { exclude: rootPaths() });
  app.useGlobalFilters(new ErrorFilter());
  attachUnitOfWork(app, isJudged);
  return app;
}

const REQUEST_GRACE_MS = 30_000;
const JOB_GRACE_MS = 10_000;
const FLUSH_MS = 1000;

/**
 * Says on readiness that it stops, finishes requests under way, hands leased jobs back, closes the connections
 * (contract: core §1.3).
 */
export async function drain(app: NestExpressApplication): Promise<void> {
  app.get(Readiness).stop();
  const adapter: unknown = app.getHttpAdapter();
  if (adapter instanceof SlipwayAdapter) {
    await adapter.traffic.finish(REQUEST_GRACE_MS);
  }
  await closeServer(app.getHttpServer());
  await app.get(Dispatcher).stop(JOB_GRACE_MS);
  await app.close();
}

/** Answers that are written but not yet sent get a moment to leave. */
async function closeServer(server: Server): Promise<void> {
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
  const flushed = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
  await Promise.race([closed, flushed]);
  server.closeAllConnections();
}

import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { ExtraModules } from './app.module.js';
import type { Env } from './platform/config/env.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { Readiness } from './core/health/readiness.js';
import { Contributions } from './platform/contributions/contributions.js';
import { loadMasterKey } from './platform/crypto/secret-box.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { PathTexts } from './platform/http/path-texts.js';
import { PathWords } from './platform/http/path-words.js';
import { ProtocolHandler } from './platform/http/protocol-handler.js';
import { rootPaths } from './platform/http/root-controller.js';
import { Dispatcher } from './platform/queue/dispatcher.js';
import { SlipwayAdapter } from './platform/http/slipway.adapter.js';
import type { Traffic } from './platform/http/traffic.js';
import { UnitOfWorkInterceptor } from './platform/http/unit-of-work/unit-of-work.interceptor.js';
import { UnitOfWork } from './platform/http/unit-of-work/unit-of-work.js';
import type { LogStyle } from './platform/logging/log-sink.js';
import { ProgramLogger } from './platform/logging/program-logger.js';

interface AppOptions {
  readonly log?: LogStyle;
  /** Additional modules, for routes that only tests need. */
  readonly extraModules?: ExtraModules;
}

/** The program as main, worker and every e2e test use it; not listening yet. */
export async function createApp(
  env: Env,
  connection: DatabaseConnection,
  { log = { level: env.logLevel, format: env.logFormat }, extraModules = [] }: AppOptions = {},
): Promise<NestExpressApplication> {
  loadMasterKey(env); // an unusable key is reported as a sentence here, while a provider would throw a stack
  const adapter = new SlipwayAdapter(env);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(env, connection, extraModules), adapter, {
    bodyParser: false,
    logger: new ProgramLogger(log),
    abortOnError: false,
  });
  app.setGlobalPrefix('api/v4', { exclude: rootPaths() });
  for (const handler of app.get(Contributions).to(ProtocolHandler)) {
    adapter.addProtocolHandler(handler);
  }
  for (const words of app.get(Contributions).to(PathWords)) {
    adapter.table.limit(words.parameter, (value) => words.has(value));
  }
  for (const texts of app.get(Contributions).to(PathTexts)) {
    adapter.table.confine(texts.parameter, (value) => texts.admits(value));
  }
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalInterceptors(new UnitOfWorkInterceptor(app.get(UnitOfWork)));
  return app;
}

const REQUEST_GRACE_MS = 30_000;
const JOB_GRACE_MS = 10_000;
const FLUSH_MS = 1000;
/** How long {@link drain} waits, in addition to its delay; process supervisors must allow more. */
export const LONGEST_DRAIN_MS = REQUEST_GRACE_MS + FLUSH_MS + JOB_GRACE_MS;

export interface Drain {
  /** How long requests are still served after readiness fails, so that proxies notice. */
  readonly delayMs?: number;
  /** Aborts every wait. */
  readonly force?: AbortSignal;
}

/**
 * Makes readiness fail and keeps serving for a while; then accepts no more connections, finishes the open requests,
 * gives leased jobs back and closes all resources (contract: core §1.3).
 */
export async function drain(app: NestExpressApplication, { delayMs = 0, force }: Drain = {}): Promise<void> {
  app.get(Readiness).stop();
  const adapter: unknown = app.getHttpAdapter();
  if (adapter instanceof SlipwayAdapter) {
    adapter.traffic.endConnections();
    await pause(delayMs, force);
    await finishRequests(adapter.traffic, app.getHttpServer(), pause(REQUEST_GRACE_MS, force));
  }
  await app.get(Dispatcher).stop(force?.aborted ? 0 : JOB_GRACE_MS);
  await app.close();
}

/** Settles after the time, or at once when `force` is aborted. */
async function pause(milliseconds: number, force?: AbortSignal): Promise<void> {
  if (milliseconds > 0) {
    await sleep(milliseconds, undefined, { ref: false, ...(force && { signal: force }) }).catch(() => undefined);
  }
}

/** Keeps serving until the running requests are answered, and then those that arrived in the meantime. */
async function finishRequests(traffic: Traffic, server: Server, graceIsOver: Promise<void>): Promise<void> {
  await Promise.race([traffic.finish(), graceIsOver]);
  const closed = stopListening(server);
  await Promise.race([traffic.finish(), graceIsOver]);
  await closeConnections(server, closed);
}

/** Refuses new connections and closes idle ones; settles when all are closed. */
function stopListening(server: Server): Promise<void> {
  if (!server.listening) {
    return Promise.resolve();
  }
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  return closed;
}

/** Gives answers that are written but not yet sent a moment. */
async function closeConnections(server: Server, closed: Promise<void>): Promise<void> {
  await Promise.race([closed, pause(FLUSH_MS)]);
  server.closeAllConnections();
}

import type { NestExpressApplication } from '@nestjs/platform-express';
import { onStopSignal, runEntryPoint } from './entry-point.js';
import { refusalToListen } from './listening.js';
import { withRuntime } from './runtime.js';
import type { Runtime } from './runtime.js';
import { createApp, drain } from './app.setup.js';
import { FirstStartService } from './core/first-start/first-start.service.js';
import type { FirstStartOutcome } from './core/first-start/first-start.service.js';
import type { Env } from './platform/config/env.js';
import { inUrl } from './platform/config/env-reader.js';
import { migrate } from './platform/database/migrate.js';
import { Dispatcher } from './platform/queue/dispatcher.js';
import { outliveStrayErrors } from './stray-errors.js';

/** Entry point of `npm start`: HTTP and jobs in one process. */
await runEntryPoint(() => withRuntime('serve', serve));

async function serve(runtime: Runtime): Promise<void> {
  await migrate(runtime.connection);
  const app = await createApp(runtime.env, runtime.connection);
  onStopSignal(async (force) => {
    await drain(app, { delayMs: runtime.env.shutdownDelay * 1000, force });
    await runtime.close();
  });
  await app.init();
  const first = await app.get(FirstStartService).run();
  await listen(app, runtime.env);
  outliveStrayErrors();
  app.get(Dispatcher).start();
  logStart(runtime, first);
}

async function listen(app: NestExpressApplication, env: Env): Promise<void> {
  try {
    await app.listen(env.port, env.host);
  } catch (error) {
    throw refusalToListen(error, env);
  }
}

/** Prints at most ten lines: the address, the data directory and how to sign in. */
function logStart({ env }: Runtime, first: FirstStartOutcome | null): void {
  const { origin } = new URL(`http://${inUrl(env.host)}:${env.port}`);
  const lines = [
    `Slipway listens on ${origin}${env.baseUrl === origin ? '' : `, and is ${env.baseUrl} to its clients`}`,
    `  API ${env.baseUrl}/api/v4 · documentation ${env.baseUrl}/api/docs`,
    `  data in ${env.dataDir}${env.databaseUrl === undefined ? ' (embedded PostgreSQL)' : ', PostgreSQL at DATABASE_URL'}`,
    ...(first
      ? [`  administrator: root, ${(first.password ?? first.token) ? 'shown only this once:' : 'with what you chose'}`]
      : ignoredChoices(env)),
    ...(first?.password === undefined ? [] : [`    password ${first.password}`]),
    ...(first?.token === undefined ? [] : [`    token    ${first.token}`]),
    '  Ctrl-C stops it.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Initial values have no effect on an existing instance (contract: core §1.1). */
function ignoredChoices({ adminPassword, adminToken }: Env): string[] {
  const chosen = [
    ...(adminPassword === undefined ? [] : ['ADMIN_PASSWORD']),
    ...(adminToken === undefined ? [] : ['ADMIN_TOKEN']),
  ];
  return chosen.length === 0
    ? []
    : [`  ${chosen.join(' and ')} ignored: the instance exists, and root keeps what was chosen at its first start`];
}

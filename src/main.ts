import type { NestExpressApplication } from '@nestjs/platform-express';
import { onGround, onStopSignal, refusalToListen, runDoor } from './app.door.js';
import type { Ground } from './app.door.js';
import { createApp, drain } from './app.setup.js';
import { FirstStartService } from './core/first-start/first-start.service.js';
import type { FirstStartOutcome } from './core/first-start/first-start.service.js';
import type { Env } from './platform/config/env.js';
import { migrate } from './platform/database/migrate.js';
import { Dispatcher } from './platform/queue/dispatcher.js';

/** The door of `npm start`: HTTP and jobs in one process. */
await runDoor(() => onGround('serve', serve));

async function serve(ground: Ground): Promise<void> {
  await migrate(ground.connection);
  const app = await createApp(ground.env, ground.connection);
  onStopSignal(async (hurry) => {
    await drain(app, { delayMs: ground.env.shutdownDelay * 1000, hurry });
    await ground.close();
  });
  await app.init();
  const first = await app.get(FirstStartService).run();
  await listen(app, ground.env);
  app.get(Dispatcher).start();
  greet(ground, first);
}

async function listen(app: NestExpressApplication, env: Env): Promise<void> {
  try {
    await app.listen(env.port, env.host);
  } catch (error) {
    throw refusalToListen(error, env);
  }
}

/** At most ten lines: where it listens, where its data lies, how to sign in. */
function greet({ env }: Ground, first: FirstStartOutcome | null): void {
  const lines = [
    `Slipway listens on ${env.baseUrl}`,
    `  API ${env.baseUrl}/api/v4 · documentation ${env.baseUrl}/api/docs`,
    `  data in ${env.dataDir}${env.databaseUrl === undefined ? ' (embedded PostgreSQL)' : ', PostgreSQL at DATABASE_URL'}`,
    ...(first
      ? [`  administrator: root, ${(first.password ?? first.token) ? 'shown only this once:' : 'with what you chose'}`]
      : []),
    ...(first?.password === undefined ? [] : [`    password ${first.password}`]),
    ...(first?.token === undefined ? [] : [`    token    ${first.token}`]),
    '  Ctrl-C stops it.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

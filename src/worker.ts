import { onStopSignal, runEntryPoint, say } from './entry-point.js';
import { withRuntime } from './runtime.js';
import type { Runtime } from './runtime.js';
import { createApp, drain } from './app.setup.js';
import { KeyCheckService } from './core/first-start/key-check.service.js';
import { migrate } from './platform/database/migrate.js';
import { Dispatcher } from './platform/queue/dispatcher.js';
import { outliveStrayErrors } from './stray-errors.js';

/** Entry point of `npm run worker`: jobs only, next to the service or on another machine. */
await runEntryPoint(() => withRuntime('worker', work));

async function work(runtime: Runtime): Promise<void> {
  await migrate(runtime.connection);
  const app = await createApp(runtime.env, runtime.connection);
  onStopSignal(async (force) => {
    await drain(app, { force });
    await runtime.close();
  });
  await app.init();
  await app.get(KeyCheckService, { strict: false }).requireSame();
  outliveStrayErrors();
  app.get(Dispatcher).start();
  say('Slipway works on jobs. Ctrl-C stops it.');
  setInterval(() => undefined, 2 ** 30); // nothing else keeps a process without a listener alive between polls
}

import { onGround, onStopSignal, runDoor, say } from './app.door.js';
import type { Ground } from './app.door.js';
import { createApp, drain } from './app.setup.js';
import { migrate } from './platform/database/migrate.js';
import { Dispatcher } from './platform/queue/dispatcher.js';

/** The door of `npm run worker`: jobs only, beside the service or on another machine. */
await runDoor(() => onGround('worker', work));

async function work(ground: Ground): Promise<void> {
  await migrate(ground.connection);
  const app = await createApp(ground.env, ground.connection);
  onStopSignal(async (hurry) => {
    await drain(app, { hurry });
    await ground.close();
  });
  await app.init();
  app.get(Dispatcher).start();
  say('Slipway works on jobs. Ctrl-C stops it.');
  setInterval(() => undefined, 2 ** 30); // nothing else keeps a process without a listener alive between polls
}

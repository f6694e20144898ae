import { onGround, runDoor } from './app.door.js';
import type { Ground } from './app.door.js';
import { createApp } from './app.setup.js';
import { Commands } from './platform/cli/commands.js';
import { print } from './platform/cli/command.js';
import { describeSettings } from './platform/config/describe-settings.js';
import { readEnv } from './platform/config/env.js';
import { migrate } from './platform/database/migrate.js';

const DOORS = [
  ['serve', 'HTTP and jobs in one process (npm start)'],
  ['worker', 'jobs only, beside the service (npm run worker)'],
  ['migrate', 'bring the database to this version'],
  ['config', 'show the settings in force; secrets are masked'],
  ['help', 'this page'],
] as const;

/** The door of `npm run cli -- <command>`: operator's commands. */
await runDoor(async () => {
  const [word = 'help', ...args] = process.argv.slice(2);
  switch (word) {
    case 'serve':
      await import('./main.js');
      return;
    case 'worker':
      await import('./worker.js');
      return;
    case 'config':
      describeSettings(readEnv()).forEach(print);
      return;
    default:
      await onGround('cli', async (ground) => {
        process.exitCode = await runCommand(ground, [word, ...args]);
        await ground.close();
      });
  }
});

/** Runs a command that needs the database and, but for `migrate`, the program. */
async function runCommand({ env, connection }: Ground, line: readonly string[]): Promise<number> {
  const migrated = await migrate(connection);
  if (line[0] === 'migrate') {
    print(migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`);
    return 0;
  }
  const app = await createApp(env, connection, { logLevel: 'error' });
  await app.init();
  const code = await obey(app.get(Commands), line);
  await app.close();
  return code;
}

async function obey(commands: Commands, line: readonly string[]): Promise<number> {
  const found = commands.find(line);
  if (found) {
    return found.command.run(found.args);
  }
  print('Usage: npm run cli -- <command>');
  DOORS.forEach(([name, summary]) => {
    print(`  ${name.padEnd(36)}${summary}`);
  });
  commands.all().forEach(({ command }) => {
    print(`  ${command.usage.padEnd(36)}${command.summary}`);
  });
  return line[0] === 'help' ? 0 : 1;
}

import { withRuntime, onStopSignal, runEntryPoint } from './runtime.js';
import type { Runtime } from './runtime.js';
import { MODULES } from './app.module.js';
import { createApp } from './app.setup.js';
import { commandsIn, findCommand } from './platform/cli/commands.js';
import type { FoundCommand } from './platform/cli/commands.js';
import { isStandalone, print } from './platform/cli/command.js';
import { describeSettings } from './platform/config/describe-settings.js';
import { readEnv } from './platform/config/env.js';
import { Database } from './platform/database/database.js';
import { migrate } from './platform/database/migrate.js';

const OTHERS = [
  ['serve', 'HTTP and jobs in one process (npm start)'],
  ['worker', 'jobs only, beside the service (npm run worker)'],
  ['migrate', 'bring the database to this version'],
  ['config', 'show the settings in force; secrets are masked'],
  ['help', 'this page'],
] as const;

/** The entry point of `npm run cli -- <command>`: operator's commands. Only those that need a database start one. */
await runEntryPoint(async () => {
  process.stdout.on('error', () => undefined); // a closed pipe (`| head -1`) is no error
  const line = process.argv.slice(2);
  switch (line[0]) {
    case 'serve':
      await import('./main.js');
      return;
    case 'worker':
      await import('./worker.js');
      return;
    case 'config':
      describeSettings(readEnv()).forEach(print);
      return;
    case 'migrate':
      await withDatabase(migrateDatabase);
      return;
  }
  const found = findCommand(commandsIn(MODULES), line);
  if (found && isStandalone(found.command)) {
    process.exitCode = await new found.command(readEnv()).run(found.args);
    return;
  }
  if (found) {
    await withDatabase((runtime) => runCommand(runtime, found));
    return;
  }
  printUsage();
  process.exitCode = line.length === 0 || line[0] === 'help' ? 0 : 1;
});

/** Runs what needs a database, and closes it whatever happens. */
async function withDatabase(work: (runtime: Runtime) => Promise<number>): Promise<void> {
  await withRuntime('cli', async (runtime) => {
    onStopSignal(() => runtime.close());
    process.exitCode = await work(runtime);
    await runtime.close();
  });
}

async function migrateDatabase({ connection }: Runtime): Promise<number> {
  const migrated = await migrate(connection);
  print(migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`);
  return 0;
}

async function runCommand({ env, connection }: Runtime, { command, args }: FoundCommand): Promise<number> {
  await migrate(connection);
  const app = await createApp(env, connection, { logLevel: 'error' });
  await app.init();
  const code = await app.get(Database).inBackground(() => app.get(command, { strict: false }).run(args));
  await app.close();
  return code;
}

function printUsage(): void {
  print('Usage: npm run cli -- <command>');
  const commands = commandsIn(MODULES).map(({ usage, summary }) => [usage, summary] as const);
  [...OTHERS, ...commands].forEach(([usage, summary]) => {
    print(`  ${usage.padEnd(36)}${summary}`);
  });
}

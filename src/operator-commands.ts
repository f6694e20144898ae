import { MODULES } from './app.module.js';
import { createApp } from './app.setup.js';
import { onStopSignal } from './entry-point.js';
import { isStandalone, print } from './platform/cli/command.js';
import type { CommandClass } from './platform/cli/command.js';
import { CommandFailed } from './platform/cli/command-failed.js';
import { commandsIn } from './platform/cli/commands.js';
import { readEnv } from './platform/config/env.js';
import { Database } from './platform/database/database.js';
import { migrate } from './platform/database/migrate.js';
import { withRuntime } from './runtime.js';
import type { Runtime } from './runtime.js';

/** Runs the command of this name and sets the exit code; starts a database for commands that need one. */
export async function runOperatorCommand(name: string, args: readonly string[]): Promise<void> {
  const command = commandsIn(MODULES).find(({ commandName }) => commandName === name);
  if (!command) {
    throw new CommandFailed(`The command ${name} is not part of this build: build again.`);
  }
  if (isStandalone(command)) {
    process.exitCode = await new command(readEnv()).run(args);
    return;
  }
  await withDatabase((runtime) => runInApp(runtime, command, args));
}

/** Migrates the database to this version. */
export const migrateDatabase = (): Promise<void> =>
  withDatabase(async ({ connection }) => {
    const migrated = await migrate(connection);
    print(migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`);
    return 0;
  });

/** Runs `work` with a database, and closes it in any case. */
async function withDatabase(work: (runtime: Runtime) => Promise<number>): Promise<void> {
  await withRuntime('cli', async (runtime) => {
    const signals = onStopSignal(() => runtime.close(), { cutShort: true });
    try {
      process.exitCode = await work(runtime);
    } catch (error) {
      if (signals.isStopping) {
        return; // the database became unavailable
      }
      throw error;
    }
    await runtime.close();
  });
}

async function runInApp({ env, connection }: Runtime, command: CommandClass, args: readonly string[]): Promise<number> {
  await migrate(connection);
  const app = await createApp(env, connection, { log: { level: 'error', format: 'text' } });
  await app.init();
  const code = await app.get(Database).patiently(() => app.get(command, { strict: false }).run(args));
  await app.close();
  return code;
}

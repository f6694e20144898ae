/** Settings of the server by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

const IO_METHOD_SINCE = 18;
const MIB = 1024 * 1024;
/** An eighth of the memory for shared buffers: the service and its git processes need the rest. */
const SHARED_BUFFERS = { share: 1 / 8, leastMib: 64, mostMib: 1024 } as const;

/** Durable, and without our statements and values in the log. */
const DEFAULTS: ServerSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '70',
  work_mem: '16MB',
  checkpoint_timeout: '15min', // the first change of a page after each checkpoint is written twice
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Facts that the settings depend on. */
export interface ServerMachine {
  readonly majorVersion: number;
  /** Memory of the machine or of the process's container, in bytes. */
  readonly memory: number;
}

/** Returns command line arguments of the server; `own` settings take precedence over the defaults. */
export function settingArguments({ majorVersion, memory }: ServerMachine, own: ServerSettings = {}): string[] {
  const withoutWorkers: ServerSettings = majorVersion >= IO_METHOD_SINCE ? { io_method: 'sync' } : {};
  const settings = { ...DEFAULTS, shared_buffers: sharedBuffers(memory), ...withoutWorkers, ...own };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function sharedBuffers(memory: number): string {
  const { share, leastMib, mostMib } = SHARED_BUFFERS;
  return `${Math.min(Math.max(Math.floor((memory * share) / MIB), leastMib), mostMib)}MB`;
}

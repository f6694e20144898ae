/** Settings of the server by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

const IO_METHOD_SINCE = 18;
const MIB = 1024 * 1024;
/** Pages are kept in an eighth of the memory: the service and its git processes need the rest. */
const SHARED_BUFFERS = { share: 1 / 8, leastMib: 64, mostMib: 1024 } as const;

/** Durable, and without a word of our statements and values in its log. */
const DEFAULTS: ServerSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '70',
  work_mem: '16MB',
  checkpoint_timeout: '15min', // the first change of a page after each is written twice
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** What the settings depend on. */
export interface ServerMachine {
  readonly majorVersion: number;
  /** Bytes that the machine, or what the process is confined to, has. */
  readonly memory: number;
}

/** Command line arguments of the server; `own` settings win over the defaults. */
export function settingArguments({ majorVersion, memory }: ServerMachine, own: ServerSettings = {}): string[] {
  const withoutWorkers: ServerSettings = majorVersion >= IO_METHOD_SINCE ? { io_method: 'sync' } : {};
  const settings = { ...DEFAULTS, shared_buffers: sharedBuffers(memory), ...withoutWorkers, ...own };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function sharedBuffers(memory: number): string {
  const { share, leastMib, mostMib } = SHARED_BUFFERS;
  return `${Math.min(Math.max(Math.floor((memory * share) / MIB), leastMib), mostMib)}MB`;
}

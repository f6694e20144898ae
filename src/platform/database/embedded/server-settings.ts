/** Settings of the server by name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

const IO_METHOD_SINCE = 18;

/** Durable, small, and without a word of our statements and values in its log. */
const DEFAULTS: ServerSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  jit: 'off',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Command line arguments of the server; `own` settings win over the defaults. */
export function settingArguments(majorVersion: number, own: ServerSettings = {}): string[] {
  const withoutWorkers: ServerSettings = majorVersion >= IO_METHOD_SINCE ? { io_method: 'sync' } : {};
  const settings = { ...DEFAULTS, ...withoutWorkers, ...own };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Errors of a delivery or one of its steps (contract: integrations §8.5). */
export const ERROR_CODES = [
  'dns_failure',
  'connect_failed',
  'timeout',
  'tls_failure',
  'connection_broken',
  'blocked_address',
  'redirect',
  'http_status',
  'gone',
  'mail_rejected',
  'mail_unconfigured',
  'not_configured',
  'attempts_exhausted',
  'expired',
  'integration_disabled',
  'canceled',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A call that was made, with its secrets filtered (contract: integrations §8.5). */
export interface StepLog {
  readonly key: string;
  readonly transport: 'http' | 'mail' | 'tcp';
  readonly method: string | null;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | null;
  /** Whether the answer was longer than the part that was read or stored. */
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly remoteAddress: string | null;
  readonly errorCode: ErrorCode | null;
  readonly error: string | null;
}

/** The initial part of a log: no answer, no error, no time. */
export const UNANSWERED = {
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  truncated: false,
  durationMs: 0,
  remoteAddress: null,
  errorCode: null,
  error: null,
} satisfies Partial<StepLog>;

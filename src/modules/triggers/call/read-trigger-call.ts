import type { IncomingHttpHeaders } from 'node:http';
import { ValidationErrors } from '../../../common/params/validation-errors.js';
import { toBoolean, toText } from '../../../common/params/coerce.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { forbidden, invalidField, IS_BLANK, IS_INVALID } from '../../../common/errors/catalogue.js';
import { given } from '../../../core/access/request-credentials.js';
import { JOB_TOKEN_PREFIX } from '../../../core/job-tokens/job-tokens.service.js';
import { readVariables } from '../../pipelines/variables/read-variables.js';
import type { TriggerCall } from './trigger-call.js';

const EVENT_HEADER = /^x-.+-event$/;
const JOB_BEARER = new RegExp(`^bearer +(${JOB_TOKEN_PREFIX}\\S+)$`, 'i');
const EVENT_TYPE = /^[A-Za-z0-9._-]{1,100}$/;
/** Parameters that are left out of `TRIGGER_PAYLOAD`. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  ...['token', 'job_token', 'private_token', 'access_token', 'authenticity_token', 'sudo'],
]);

/** Reads a trigger call; checks are made in the contract's order (contract: triggers §2 rows 1 to 5). */
export function readTriggerCall(sent: RawParams, headers: IncomingHttpHeaders): TriggerCall {
  refusePipelineEvents(headers);
  const { ref, token, isDryRun } = readOwn(sent, tokenIn(sent, headers));
  return {
    project: String(sent.id),
    ref,
    token,
    beside: sent.token === undefined || sent.token === null ? undefined : jobTokenIn(sent, headers),
    variables: readVariables(sent.variables),
    eventType: readEventType(sent.event_type),
    isDryRun,
    parameters: withoutCredentials(sent),
  };
}

/** The trigger or job token, from any of its possible locations (contract: triggers §2, conventions §6.1 step 4). */
export const tokenIn = (sent: RawParams, headers: IncomingHttpHeaders): unknown =>
  sent.token ?? jobTokenIn(sent, headers) ?? JOB_BEARER.exec(headers.authorization ?? '')?.[1];

const jobTokenIn = (sent: RawParams, headers: IncomingHttpHeaders): string | undefined =>
  given(sent.job_token, headers['job-token']?.toString());

/** A webhook for pipeline events would start pipelines in an endless loop. */
function refusePipelineEvents(headers: IncomingHttpHeaders): void {
  const events = Object.entries(headers).filter(([name]) => EVENT_HEADER.test(name));
  if (events.some(([, value]) => value === 'Pipeline Hook')) {
    throw forbidden('Pipeline events cannot start pipelines');
  }
}

function readOwn(sent: RawParams, token: unknown): Pick<TriggerCall, 'ref' | 'token' | 'isDryRun'> {
  const errors = new ValidationErrors();
  const own = {
    ref: readText('ref', sent.ref, errors),
    token: readText('token', token, errors),
    isDryRun: readFlag('dry_run', sent.dry_run, errors),
  };
  errors.refuseAny();
  return own;
}

function readText(name: string, value: unknown, errors: ValidationErrors): string {
  if (value === undefined || value === null) {
    errors.lacks(name);
    return '';
  }
  const text = toText(value);
  if (!text.ok) {
    errors.about(name, IS_INVALID);
    return '';
  }
  errors.about(name, text.value.trim() === '' ? IS_BLANK : undefined);
  return text.value;
}

function readFlag(name: string, value: unknown, errors: ValidationErrors): boolean {
  if (value === undefined || value === null || value === '') {
    return false;
  }
  const flag = toBoolean(value);
  errors.about(name, flag.ok ? undefined : IS_INVALID);
  return flag.ok && flag.value;
}

function readEventType(sent: unknown): string | null {
  if (sent === undefined || sent === null || sent === '') {
    return null;
  }
  const text = toText(sent);
  if (!text.ok || !EVENT_TYPE.test(text.value)) {
    throw invalidField('event_type', IS_INVALID);
  }
  return text.value;
}

const withoutCredentials = (sent: RawParams): RawParams =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !CREDENTIALS.has(name)));

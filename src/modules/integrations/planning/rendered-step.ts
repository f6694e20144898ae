import type { Step } from '../kinds/step.js';
import { prepareRequest } from './http-request.js';
import type { Redaction } from './redaction.js';

/** A call as it would be made, with its secrets filtered (contract: integrations §4.3, §8.6). */
export interface RenderedStep {
  readonly key: string;
  readonly transport: 'http' | 'mail' | 'tcp';
  readonly method: string | null;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const NOTHING = { transport: 'http', method: null, url: '', headers: {}, body: null } as const;

/** Renders the first calls: those that depend on their answers are not known yet. */
export const renderSteps = (steps: readonly Step[], redaction: Redaction): RenderedStep[] =>
  steps.map((step) => rendered(step, redaction));

function rendered({ key, call }: Step, redaction: Redaction): RenderedStep {
  if ('mail' in call) {
    const { to, subject, text } = call.mail;
    const headers = { To: to, Subject: redaction.text(subject) };
    return { ...NOTHING, key, transport: 'mail', url: `mailto:${to}`, headers, body: redaction.text(text) };
  }
  if ('tcp' in call) {
    const { host, port, lines } = call.tcp;
    const body = redaction.text(lines.map((line) => `${line}\n`).join(''));
    return { ...NOTHING, key, transport: 'tcp', url: `tcp://${host}:${port}`, body };
  }
  if ('unconfigured' in call) {
    return { ...NOTHING, key, body: redaction.text(call.unconfigured) };
  }
  const { url, headers, body } = prepareRequest(call.http);
  return {
    key,
    transport: 'http',
    method: call.http.method,
    url: redaction.url(url),
    headers: redaction.headers(headers),
    body: body && redaction.body(body.toString()),
  };
}

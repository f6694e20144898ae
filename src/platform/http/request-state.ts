import type { IncomingMessage } from 'node:http';
import type { RawParams } from '../../common/params/form-encoding.js';
import type { BodyIntake } from './body-intake.js';
import type { Claim } from './idempotency/claim.js';

/** What is known of a request while it is checked; filled step by step (contract: conventions §1). */
export class RequestState {
  /** Path parameters, decoded. */
  path: Readonly<Record<string, string>> = {};
  /** The pattern of the route, for metrics; the raw target never is a label. */
  route = 'unknown';
  query: RawParams = {};
  /** Of the client; noted at the beginning, since the connection forgets it when it is closed. */
  address = '';
  body: RawParams = {};
  /** SHA-256 of the body's bytes, kept only when an Idempotency-Key came. */
  bodyDigest: string | undefined;
  /** The body as it came, kept for pages: their protocols may ask what was sent rather than what it means. */
  bodyBytes: Buffer = Buffer.alloc(0);
  /** Receives the body; undefined for a read that the service makes itself. */
  intake: BodyIntake | undefined;
  /** The caller, for the log line. */
  userId: number | undefined;
  sudoBy: number | undefined;
  /** The Idempotency-Key that this request holds, until its answer is known. */
  claim: Claim | undefined;
  /** Its change and its checks must be one transaction. */
  isUnitOfWork = false;
  /** What a write leaves beside its change, in the transaction of the unit of work. */
  trace: (() => Promise<void>) | undefined;
  /** A read that a write makes of its own record: it is neither counted nor logged. */
  isInner = false;

  constructor(
    readonly requestId: string,
    /** The request target as sent. */
    readonly target: string,
    readonly startedAt: number,
  ) {}

  /** On a clash the path wins, then the body, then the query (contract: conventions §3.1). */
  get params(): RawParams {
    return { ...this.query, ...this.body, ...this.path };
  }
}

const states = new WeakMap<IncomingMessage, RequestState>();

/** Begins what is kept of a request until it is answered. */
export function openState(request: IncomingMessage, state: RequestState): void {
  states.set(request, state);
}

/** What is kept of a request. Throws for one that did not come through the adapter. */
export function stateOf(request: IncomingMessage): RequestState {
  const state = states.get(request);
  if (!state) {
    throw new Error('The request did not come through the HTTP adapter.');
  }
  return state;
}

/** The address of the client, which a trusted proxy may have told (contract: core §1.1). */
export const clientAddressOf = (request: IncomingMessage): string => stateOf(request).address;

import type { IncomingMessage } from 'node:http';
import type { RawParams } from '../../common/params/form-encoding.js';
import type { BodyIntake } from './body-intake.js';
import type { Claim } from './idempotency/claim.js';

/** State of a request, filled in step by step while it is checked (contract: conventions §1). */
export class RequestState {
  /** Path parameters, decoded. */
  path: Readonly<Record<string, string>> = {};
  /** Pattern of the route, for metrics; the raw target is never used as a label. */
  route = 'unknown';
  query: RawParams = {};
  /** Address of the client. Noted at the beginning, since a closed connection no longer has it. */
  address = '';
  body: RawParams = {};
  /** SHA-256 of the body's bytes; only set when the request has an Idempotency-Key. */
  bodyDigest: string | undefined;
  /** Bytes of the body, kept for pages: their protocols may depend on what was sent rather than on its parsed value. */
  bodyBytes: Buffer = Buffer.alloc(0);
  /** Receives the body; undefined for a read that the service makes itself. */
  intake: BodyIntake | undefined;
  /** Id of the caller, for the log. */
  userId: number | undefined;
  sudoBy: number | undefined;
  /** The Idempotency-Key that this request holds until its answer is known. */
  claim: Claim | undefined;
  /** Whether the change and its checks must run in one transaction. */
  isUnitOfWork = false;
  /** Writes additional records of a change, in the transaction of the unit of work. */
  trace: (() => Promise<void>) | undefined;
  /** Whether this is a read that a write makes of its own record: it is neither counted nor logged. */
  isInner = false;

  constructor(
    readonly requestId: string,
    /** The request target as sent. */
    readonly target: string,
    readonly startedAt: number,
  ) {}

  /** When names collide, the path takes precedence, then the body, then the query (contract: conventions §3.1). */
  get params(): RawParams {
    return { ...this.query, ...this.body, ...this.path };
  }
}

const states = new WeakMap<IncomingMessage, RequestState>();

/** Attaches the state to a request until it is answered. */
export function openState(request: IncomingMessage, state: RequestState): void {
  states.set(request, state);
}

/** Returns the state of a request. Throws for one that did not pass the adapter. */
export function stateOf(request: IncomingMessage): RequestState {
  const state = states.get(request);
  if (!state) {
    throw new Error('The request did not come through the HTTP adapter.');
  }
  return state;
}

/** Returns the address of the client, as reported by a trusted proxy if there is one (contract: core §1.1). */
export const clientAddressOf = (request: IncomingMessage): string => stateOf(request).address;

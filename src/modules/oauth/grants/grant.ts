import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Settings } from '../../../core/settings/settings.js';
import type { ClientApplication } from '../applications/application.js';
import type { ProtocolParams } from '../protocol-params.js';
import type { IssuedToken } from '../tokens/issued-token.js';

/** A request for tokens whose client is known. */
export interface GrantCall {
  readonly params: ProtocolParams;
  /** Null: the caller is no application. */
  readonly client: ClientApplication | null;
  readonly address: string;
  /** The caller's name for this very attempt, if it gave one. */
  readonly attempt: string | undefined;
}

export type GrantModel = OAuth2Server.ServerOptions['model'];
/** Takes what the grant gave; called once, when all else went well. */
export type Keep = (issued: IssuedToken) => void;

/**
 * One way to tokens. The library walks through the steps of the grant and asks the model at each; the model answers for
 * this one request. It throws the library's own errors: what they name goes to the wire, and what was done before them
 * stays done.
 */
export abstract class Grant {
  /** On the wire. */
  abstract readonly type: string;
  /** Parameters without which the request is refused before anything is looked at, in the order of the page. */
  abstract readonly demands: readonly string[];
  /** False where a caller may do without being an application. */
  readonly needsClient: boolean = true;
  /** False where the grant holds its own, shorter transaction. */
  readonly isOneTransaction: boolean = true;
  /** False where the metadata tells of it otherwise. */
  readonly isNamed: boolean = true;
  /** The steps of a grant that the library does not know. */
  readonly steps: typeof OAuth2Server.AbstractGrantType | undefined = undefined;

  isOffered(_settings: Settings): boolean {
    return true;
  }

  /** Throws 400 for a malformed parameter, before anything is looked at. */
  check(_params: ProtocolParams): void {
    // most have nothing to be malformed
  }

  abstract modelFor(call: GrantCall, keep: Keep): GrantModel;
}

export const GRANT_LIST = Symbol('grants');

/** The client as the library wants it; the service has authenticated it before. */
export const libraryClient = (grant: string) => ({ id: 'client', grants: [grant] });

/** What the library demands of every model. */
export const modelBase = (grant: string) => ({
  getClient: () => Promise.resolve(libraryClient(grant)),
  /** Never asked: bearer tokens are judged elsewhere. */
  getAccessToken: () => Promise.resolve(null),
  /** The library would draw random values of its own, in other threads; ours are made where they are stored. */
  generateAccessToken: () => Promise.resolve('token'),
  generateRefreshToken: () => Promise.resolve('token'),
});

/** What the library wants to hear of tokens that were made. */
export const librarySaid = (grant: string, userId: number) => ({
  accessToken: 'token',
  client: libraryClient(grant),
  user: { id: userId },
});

import type { IncomingMessage } from 'node:http';
import OAuth2Server from '@node-oauth/oauth2-server';
import { readProtocolBody } from '../protocol-body.js';
import { ProtocolParams } from '../protocol-params.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';

const FORM = 'application/x-www-form-urlencoded';

/** A request to the token endpoint as sent by the client, for the library and the grants. */
export class TokenRequest extends OAuth2Server.Request {
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly address: string;

  private constructor(
    request: IncomingMessage,
    query: ProtocolParams,
    readonly params: ProtocolParams,
  ) {
    const { method = '', headers } = request;
    super({ method, headers: textsOf(headers), query: query.toObject(), body: params.toObject() });
    this.authorization = headers.authorization;
    this.idempotencyKey = headers['idempotency-key']?.toString();
    this.address = clientAddressOf(request);
  }

  /** Reads the body. Throws 400 for a body that does not contain valid protocol parameters (contract: oauth §5). */
  static async read(request: IncomingMessage): Promise<TokenRequest> {
    const params = await readProtocolBody(request);
    return new TokenRequest(request, ProtocolParams.fromQuery(request), params);
  }

  /** The library accepts only forms; a JSON body has been read into the same parameters (contract: oauth §5). */
  override is(): string {
    return FORM;
  }
}

const textsOf = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString() ?? '']));

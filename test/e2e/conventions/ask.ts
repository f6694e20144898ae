import { ApiClient } from '../../support/api-client.js';
import type { Answer } from '../../support/api-client.js';

export type { Answer };

export interface Question {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
}

/** Sends one request to the API of the service at `url`; `path` begins with a slash, below `/api/v4`. */
export const ask = (url: string, method: string, path: string, { token, headers, json }: Question = {}) =>
  new ApiClient(url, token).send(method, path.slice(1), json, headers ? { headers } : {});

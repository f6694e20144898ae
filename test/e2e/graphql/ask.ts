import type { ApiClient, Answer, Extra } from '../../support/api-client.js';

export const ENDPOINT = '/api/graphql';

/** Sends one document. */
export const ask = (client: ApiClient, query: string, variables?: object, extra?: Extra): Promise<Answer> =>
  client.post(ENDPOINT, { query, variables }, extra);

/** The data of an answer; throws when it has errors. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
export async function dataOf(client: ApiClient, query: string, variables?: object): Promise<any> {
  const { status, body, text } = await ask(client, query, variables);
  if (status !== 200 || body.errors) {
    throw new Error(`${status} ${text}`);
  }
  return body.data;
}

/** The codes of an answer's errors. */
export const codesOf = ({ body }: Answer): string[] =>
  (body.errors ?? []).map((error: { extensions?: { code?: string } }) => error.extensions?.code);

export const gid = (type: string, id: number | string): string => `gid://slipway/${type}/${id}`;

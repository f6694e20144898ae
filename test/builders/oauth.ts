import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { WebBrowser } from '../support/web-browser.js';
import { aUser, unique } from './records.js';
import type { TestUser } from './records.js';

export interface TestApplication {
  readonly id: number;
  readonly uid: string;
  /** Empty for a public one. */
  readonly secret: string;
  readonly redirectUri: string;
}

export const CALLBACK = 'https://client.example.com/callback';

/** An application of the instance; `fields` override what `POST /applications` is sent. */
export async function anApplication(app: TestApp, fields: Record<string, unknown> = {}): Promise<TestApplication> {
  const { status, body } = await app.admin.post('applications', {
    name: unique('application'),
    redirect_uri: CALLBACK,
    scopes: 'api read_api read_user openid profile email',
    ...fields,
  });
  if (status !== 201) {
    throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
  }
  return { id: body.id, uid: body.application_id, secret: body.secret ?? '', redirectUri: body.redirect_uris[0] };
}

export const aPublicApplication = (app: TestApp, fields: Record<string, unknown> = {}): Promise<TestApplication> =>
  anApplication(app, { confidential: false, ...fields });

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A user who is signed in in a browser. */
export async function aSignedInBrowser(
  app: TestApp,
  fields: object = {},
): Promise<TestUser & { readonly browser: WebBrowser }> {
  const user = await aUser(app, fields);
  const browser = new WebBrowser(app.url);
  const { status } = await browser.signIn(user.username, user.password);
  if (status !== 303) {
    throw new Error(`Not signed in: ${status}`);
  }
  return { ...user, browser };
}

export const authorizePath = (params: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(given).toString()}`;
};

/** The usual parameters of an authorization request. */
export const requestOf = (application: TestApplication, more: Readonly<Record<string, string | undefined>> = {}) => ({
  client_id: application.uid,
  redirect_uri: application.redirectUri,
  response_type: 'code',
  state: 'a state',
  ...more,
});

/** The parameters that an answer brings back to the application. */
export const broughtBack = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(new URL(headers.get('location') ?? 'none:').searchParams);

/** Asks, consents where that is due, and answers the code. */
export async function aCode(
  browser: WebBrowser,
  application: TestApplication,
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const asked = await browser.get(authorizePath(requestOf(application, more)));
  const answer = asked.status === 200 ? await browser.submit(asked, {}, 'Authorize') : asked;
  const { code } = broughtBack(answer);
  if (code === undefined) {
    throw new Error(`No code: ${answer.status} ${answer.headers.get('location') ?? answer.text.slice(0, 300)}`);
  }
  return code;
}

/** Calls an endpoint that clients call, with a form; a list of pairs may repeat names. */
export const asClient = (
  app: TestApp,
  endpoint: string,
  fields: Readonly<Record<string, string>> | string[][],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  app.anonymous.send('POST', `/oauth/${endpoint}`, new URLSearchParams(fields as Record<string, string>), { headers });

export const basic = (uid: string, secret: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(uid)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

export const credentialsOf = ({ uid, secret }: TestApplication): Record<string, string> =>
  secret === '' ? { client_id: uid } : { client_id: uid, client_secret: secret };

export interface TestTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly id_token?: string;
}

/** Exchanges a code as the application does. */
export const exchangeCode = (
  app: TestApp,
  application: TestApplication,
  code: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  asClient(app, 'token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: application.redirectUri,
    ...credentialsOf(application),
    ...more,
  });

/** Tokens of a fresh authorization. */
export async function someTokens(
  app: TestApp,
  application: TestApplication,
  browser: WebBrowser,
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<TestTokens> {
  const { verifier, challenge } = pkce();
  const code = await aCode(browser, application, { code_challenge: challenge, code_challenge_method: 'S256', ...more });
  const { status, body } = await exchangeCode(app, application, code, { code_verifier: verifier });
  if (status !== 200) {
    throw new Error(`No tokens: ${status} ${JSON.stringify(body)}`);
  }
  return body;
}

export const refresh = (
  app: TestApp,
  application: TestApplication,
  token: string,
  more: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  asClient(
    app,
    'token',
    { grant_type: 'refresh_token', refresh_token: token, ...credentialsOf(application), ...more },
    headers,
  );

export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** Whether the API accepts the token. */
export const isLive = async (app: TestApp, token: string): Promise<boolean> =>
  (await app.anonymous.get('user', bearer(token))).status === 200;

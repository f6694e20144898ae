import { ApiClient } from './api-client.js';
import type { Answer, Extra } from './api-client.js';

/** A form as it stands in a page. */
export interface WebForm {
  readonly action: string;
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
}

/** Asks for pages as a browser without scripts does: keeps cookies, sends forms; follows no redirects by itself. */
export class WebBrowser {
  cookie = '';
  private readonly client: ApiClient;

  constructor(readonly url: string) {
    this.client = new ApiClient(url);
  }

  /** Signed in as that user. */
  static async of(url: string, user: { readonly username: string; readonly password: string }): Promise<WebBrowser> {
    const browser = new WebBrowser(url);
    await browser.signIn(user.username, user.password);
    return browser;
  }

  async get(path: string, extra: Extra = {}): Promise<Answer> {
    return this.send('GET', path, undefined, extra);
  }

  /** Fields as a form sends them. */
  async post(
    path: string,
    fields: Readonly<Record<string, string>> | string[][] = {},
    extra: Extra = {},
  ): Promise<Answer> {
    return this.send('POST', path, new URLSearchParams(fields as Record<string, string>), extra);
  }

  /** Fills in a form of a page and sends it. */
  async submit(page: Answer, fields: Readonly<Record<string, string>> = {}, button?: string): Promise<Answer> {
    const form = formsOf(page.text).find((one) => button === undefined || one.button === button);
    if (!form) {
      throw new Error(`There is no form ${button ?? ''} in ${page.status} ${page.text.slice(0, 500)}`);
    }
    return this.post(form.action, { ...form.fields, ...fields });
  }

  async send(method: string, path: string, body?: object | string, { headers = {} }: Extra = {}): Promise<Answer> {
    const answer = await this.client.send(method, path, body, {
      headers: {
        Accept: 'text/html,application/xhtml+xml',
        ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
        ...headers,
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      this.cookie = /max-age=0(;|$)/i.test(line) ? '' : pair;
    }
    return answer;
  }

  /** The token of the session, as every page carries it. */
  async csrfToken(): Promise<string> {
    return csrfTokenOf(await this.get('/'));
  }

  /** Signs in through the page; answers where it leads. */
  async signIn(login: string, password: string, path = '/users/sign_in'): Promise<Answer> {
    const page = await this.get(path);
    return this.submit(page, { 'user[login]': login, 'user[password]': password }, 'Sign in');
  }
}

export const csrfTokenOf = ({ text }: Answer): string =>
  unescaped(/<meta name="csrf-token" content="([^"]*)"/.exec(text)?.[1] ?? '');

export function formsOf(html: string): WebForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', body = '']) => ({
    action: attribute(head, 'action'),
    method: attribute(head, 'method'),
    button: unescaped((/<button[^>]*>\s*([\s\S]*?)\s*<\/button>/.exec(body)?.[1] ?? '').trim()),
    fields: Object.fromEntries([...fieldsOf(body)]),
  }));
}

function* fieldsOf(body: string): Generator<[string, string]> {
  for (const [, head = ''] of body.matchAll(/<input\b([^>]*)>/g)) {
    const isOff = attribute(head, 'type') === 'checkbox' && !/\bchecked\b/.test(head);
    if (!isOff) {
      yield [attribute(head, 'name'), attribute(head, 'value')];
    }
  }
  for (const [, head = '', text = ''] of body.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option\b([^>]*)\bselected\b/.exec(text) ?? /<option\b([^>]*)>/.exec(text);
    yield [attribute(head, 'name'), attribute(chosen?.[1] ?? '', 'value')];
  }
  for (const [, head = '', text = ''] of body.matchAll(/<textarea\b([^>]*)>\n?([\s\S]*?)<\/textarea\s*>/g)) {
    yield [attribute(head, 'name'), unescaped(text)];
  }
}

const attribute = (head: string, name: string): string =>
  unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1] ?? '');

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

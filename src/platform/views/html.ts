/** HTML that is safe to send: only {@link html} makes it. */
export class Safe {
  private constructor(private readonly text: string) {}

  static fromTemplate(strings: readonly string[], values: readonly Insert[]): Safe {
    return new Safe(strings.map((part, at) => part + textOf(values[at])).join(''));
  }

  toString(): string {
    return this.text;
  }
}

/**
 * Values that may be inserted into a template: text is escaped, `false`, null and undefined are empty, lists are
 * joined.
 */
export type Insert = Safe | string | number | false | null | undefined | readonly Insert[];

/** A piece of HTML. Attributes must be quoted; URLs must be passed through {@link address}. */
export const html = (strings: TemplateStringsArray, ...values: readonly Insert[]): Safe =>
  Safe.fromTemplate(strings, values);

export const NOTHING = html``;

function textOf(value: Insert): string {
  if (value instanceof Safe) {
    return value.toString();
  }
  if (typeof value === 'string' || typeof value === 'number') {
    return escaped(String(value));
  }
  return Array.isArray(value) ? value.map((member: Insert) => textOf(member)).join('') : '';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const OWN_PATH = /^\/(?![/\\])/;

/** A path of this service; browsers interpret `//` and a backslash as the beginning of another origin. */
export const isOwnPath = (text: string): boolean => OWN_PATH.test(text);

/**
 * Returns a URL for `href` or `src`: a path of this service or http(s); anything else, such as `javascript:`, becomes
 * harmless.
 */
export const address = (text: string): string =>
  isOwnPath(text) || /^https?:\/\//i.test(text) ? text : '#not-an-address';

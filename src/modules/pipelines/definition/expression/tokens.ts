/** The tokens of an expression such as `$A == "x" && $B =~ /y/` (contract: triggers §5). */
export type Token =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'sign'; readonly sign: Sign };

const SIGNS = ['==', '!=', '=~', '!~', '&&', '||', '(', ')'] as const;
export type Sign = (typeof SIGNS)[number];

const MAX_LENGTH = 10_000;
const WORDS =
  /\s*(?:\$(?<variable>\w+)|\$\{(?<braced>\w+)\}|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<empty>null)\b|\/(?<source>(?:\\.|[^\\/])*)\/(?<flags>[ismU]*)|(?<sign>==|!=|=~|!~|&&|\|\||[()]))\s*/y;

/** Null when the text is not a sequence of such tokens. */
export function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    WORDS.lastIndex = at;
    const groups = WORDS.exec(text)?.groups;
    if (!groups || text.length > MAX_LENGTH) {
      return null;
    }
    tokens.push(tokenOf(groups));
    at = WORDS.lastIndex;
  }
  return tokens;
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>): Token {
  const name = groups.variable ?? groups.braced;
  if (name !== undefined) {
    return { kind: 'variable', name };
  }
  const text = groups.double ?? groups.single;
  if (text !== undefined) {
    return { kind: 'text', text };
  }
  if (groups.source !== undefined) {
    return { kind: 'pattern', source: groups.source, flags: groups.flags ?? '' };
  }
  const sign = SIGNS.find((known) => known === groups.sign);
  return sign === undefined ? { kind: 'null' } : { kind: 'sign', sign };
}

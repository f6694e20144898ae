import { Lexer, Source, TokenKind } from 'graphql';
import type { Token } from 'graphql';
import { isLonger } from '../../../common/text/is-longer.js';
import { badUserInput, graphqlError } from '../../../core/graphql/graphql-errors.js';

/** Contract: scim-graphql §B1. */
export const MAX_QUERY_LENGTH = 10_000;
export const MAX_DEPTH = 15;
export const MAX_ALIASES = 20;
export const MAX_VALUES = 100_000;
/** Maximum number of tokens: many more than the allowed fields need, and few enough to compare each with all others. */
const MAX_TOKENS = 1500;
/** Maximum nesting of brackets: deeper nesting would exhaust the parser's stack. */
const MAX_NESTING = 100;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

export const tooComplex = (message: string) => graphqlError('COMPLEXITY_EXCEEDED', message);

/** Throws COMPLEXITY_EXCEEDED for a text that is too large to be parsed, and BAD_USER_INPUT for invalid characters. */
export function refuseLargeText(text: string): void {
  if (isLonger(text, MAX_QUERY_LENGTH)) {
    throw tooComplex(`The query has more than ${MAX_QUERY_LENGTH} characters`);
  }
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let nesting = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    tokens += 1;
    nesting += OPENING.has(token.kind) ? 1 : CLOSING.has(token.kind) ? -1 : 0;
    if (tokens > MAX_TOKENS) {
      throw tooComplex(`The query has more than ${MAX_TOKENS} words and signs`);
    }
    if (nesting > MAX_NESTING) {
      throw tooComplex(`The query is nested deeper than ${MAX_DEPTH} fields`);
    }
    refuseBadText(token);
  }
}

function refuseBadText({ kind, value }: Token): void {
  const isText = kind === TokenKind.STRING || kind === TokenKind.BLOCK_STRING;
  if (isText && /\0|\p{Surrogate}/u.test(value)) {
    throw badUserInput('A text has characters that are not allowed');
  }
}

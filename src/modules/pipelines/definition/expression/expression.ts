import type { Pattern } from '../../../../common/text/pattern.js';
import { patternLiteral, patternOf } from './pattern-literal.js';
import { tokensOf } from './tokens.js';
import type { Sign, Token } from './tokens.js';

/** Values by name; unset variables are absent. */
export interface VariablesService {
  get(name: string): string | undefined;
}
/** Whether the expression holds for these variables. */
export type Expression = (variables: VariablesService) => boolean;

type Result = string | boolean | Pattern | null;
type Term = (variables: VariablesService) => Result;

const MAX_NESTING = 50;

/**
 * Parses `$VAR`, quoted text, `null`, `== != =~ !~ && || ( )`; null when the text is not such an expression. `&&` binds
 * more tightly than `||`; a lone variable holds when it is set and not empty (contract: triggers §5).
 */
export function parseExpression(text: string): Expression | null {
  const tokens = tokensOf(text);
  if (!tokens) {
    return null;
  }
  const parser = new Parser(tokens);
  const term = parser.either(0);
  return term && parser.isAtEnd ? (variables) => holds(term(variables)) : null;
}

class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  either(depth: number): Term | null {
    return this.chain(
      '||',
      () => this.both(depth),
      (terms) => (variables) => terms.some((term) => holds(term(variables))),
    );
  }

  private both(depth: number): Term | null {
    return this.chain(
      '&&',
      () => this.comparison(depth),
      (terms) => (variables) => terms.every((term) => holds(term(variables))),
    );
  }

  private chain(sign: Sign, next: () => Term | null, join: (terms: readonly Term[]) => Term): Term | null {
    const terms: Term[] = [];
    do {
      const term = next();
      if (!term) {
        return null;
      }
      terms.push(term);
    } while (this.takes(sign));
    const [only] = terms;
    return terms.length === 1 && only ? only : join(terms);
  }

  private comparison(depth: number): Term | null {
    const left = this.operand(depth);
    const token = this.tokens[this.at];
    const compare = token?.kind === 'sign' ? COMPARISONS.get(token.sign) : undefined;
    if (!left || !compare) {
      return left;
    }
    this.at += 1;
    const right = this.operand(depth);
    return right && ((variables) => compare(left(variables), right(variables)));
  }

  private operand(depth: number): Term | null {
    if (depth < MAX_NESTING && this.takes('(')) {
      const inner = this.either(depth + 1);
      return this.takes(')') ? inner : null;
    }
    const token = this.tokens[this.at];
    this.at += 1;
    return token ? termOf(token) : null;
  }

  private takes(sign: Sign): boolean {
    const token = this.tokens[this.at];
    const isThere = token?.kind === 'sign' && token.sign === sign;
    this.at += isThere ? 1 : 0;
    return isThere;
  }
}

function termOf(token: Token): Term | null {
  switch (token.kind) {
    case 'variable':
      return (variables) => variables.get(token.name) ?? null;
    case 'text':
      return () => token.text;
    case 'null':
      return () => null;
    case 'pattern': {
      const pattern = patternOf(token.source, token.flags);
      return pattern && (() => pattern);
    }
    case 'sign':
      return null;
  }
}

const holds = (result: Result): boolean => result !== null && result !== false && result !== '';

const COMPARISONS: ReadonlyMap<Sign, (left: Result, right: Result) => boolean> = new Map([
  ['==', (left: Result, right: Result) => left === right],
  ['!=', (left: Result, right: Result) => left !== right],
  ['=~', matches],
  ['!~', (left: Result, right: Result) => !matches(left, right)],
]);

/** A variable on the right may contain `/pattern/`; any other text must be equal. */
function matches(left: Result, right: Result): boolean {
  if (typeof left !== 'string' || right === null || typeof right === 'boolean') {
    return false;
  }
  const pattern = typeof right === 'string' ? patternLiteral(right) : right;
  return pattern ? pattern.isIn(left) : left === right;
}

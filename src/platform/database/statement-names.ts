import { createHash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import { isPlannedAnew } from './planned-anew.js';
import { PreparedStatement } from './prepared-statement.js';

export type Statement = Pick<Sql, 'text' | 'values'>;

const MAX_NAMES = 2000;

/**
 * One name per statement text, so that each connection prepares it once. When there are unusually many texts, the rest
 * is not prepared.
 */
export class StatementNames {
  private readonly names = new Map<string, string | undefined>();

  /** Whether {@link prepare} has seen the text. */
  has(text: string): boolean {
    return this.names.has(text);
  }

  /** Returns the statement with its name; null for one that is not prepared. Throws for a value that cannot be sent. */
  prepare({ text, values }: Statement): PreparedStatement | null {
    const name = this.nameOf(text);
    return name === undefined ? null : new PreparedStatement(name, text, values);
  }

  private nameOf(text: string): string | undefined {
    if (this.names.has(text) || this.names.size >= MAX_NAMES) {
      return this.names.get(text);
    }
    const name = isPlannedAnew(text) ? undefined : createHash('sha1').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}

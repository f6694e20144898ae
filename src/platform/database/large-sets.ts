import { createHash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import { LruMap } from '../../common/cache/lru-map.js';

const KEPT_FOR_MS = 60_000;
const MOST_KEPT = 1000;

/** Remembers which statements found many rows, since the next page of a list uses the same ones. */
export class LargeSets {
  /** Expiry by the digest of the statement. */
  private readonly known = new LruMap<string, number>(MOST_KEPT);
  /** Latest expiry. */
  private last = 0;

  has(statement: Sql): boolean {
    const now = performance.now();
    return this.last > now && (this.known.get(digestOf(statement)) ?? 0) > now;
  }

  add(statement: Sql): void {
    this.last = performance.now() + KEPT_FOR_MS;
    this.known.set(digestOf(statement), this.last);
  }

  forget(statement: Sql): void {
    if (this.last > performance.now()) {
      this.known.delete(digestOf(statement));
    }
  }
}

const digestOf = ({ text, values }: Sql): string =>
  createHash('sha1').update(text).update(JSON.stringify(values)).digest('base64url');

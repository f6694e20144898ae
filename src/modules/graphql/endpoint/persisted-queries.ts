import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import { badUserInput, graphqlError } from '../../../core/graphql/graphql-errors.js';
import { MAX_QUERY_LENGTH } from '../limits/document-limits.js';
import type { GraphqlRequest } from './read-requests.js';

const KEPT = 500;

/** Query texts by hash; each process drops the least recently used ones. */
@Injectable()
export class PersistedQueries {
  private readonly texts = new LruMap<string, string>(KEPT);

  /** Throws PERSISTED_QUERY_NOT_FOUND for an unknown hash, whereupon clients send the text. */
  textOf({ query, hash }: GraphqlRequest): string {
    if (hash === undefined) {
      return query ?? '';
    }
    if (query === undefined) {
      const known = this.texts.get(hash);
      if (known === undefined) {
        throw graphqlError('PERSISTED_QUERY_NOT_FOUND', 'The persisted query is not known');
      }
      return known;
    }
    if (createHash('sha256').update(query).digest('hex') !== hash) {
      throw badUserInput('sha256Hash is not that of the query');
    }
    if (query.length <= MAX_QUERY_LENGTH) {
      this.texts.set(hash, query);
    }
    return query;
  }
}

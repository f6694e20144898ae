import { Injectable } from '@nestjs/common';
import { weakEtag } from '../../../../common/conditional/etag.js';
import { notFound } from '../../../../common/errors/catalogue.js';
import { Env } from '../../../../platform/config/env.js';
import { framed } from '../../files/document-rows.js';
import type { PiecedDocument } from '../../files/package-documents.service.js';
import type { IndexType } from './index-type.js';
import { filesWriter, namesWriter } from './pypi-index.js';
import type { IndexWriter } from './pypi-index.js';
import { PypiIndexesRepository } from './pypi-indexes.repository.js';
import type { PypiLookup } from './pypi-indexes.repository.js';

/** Maximum number of entries held in memory at once. */
const ENTRIES_AT_ONCE = 1000;

/** The indexes in which pip finds packages and their files (contract: packages §5.3). */
@Injectable()
export class PypiIndexesService {
  constructor(
    private readonly indexes: PypiIndexesRepository,
    private readonly env: Env,
  ) {}

  /** The index of all names; `prefix` is the path at the beginning of its URLs. */
  async names(projectIds: readonly number[], prefix: string, type: IndexType): Promise<PiecedDocument> {
    const { stamp } = await this.indexes.state(projectIds);
    const writer = namesWriter(type.form, this.env.baseUrl + prefix);
    const batches = () =>
      inBatches(
        '',
        (after) => this.indexes.names(projectIds, after, ENTRIES_AT_ONCE),
        ({ nameKey }) => nameKey,
      );
    const isCurrent = async () => (await this.indexes.state(projectIds)).stamp === stamp;
    return {
      ...this.known(type, ['names', prefix, ...projectIds, stamp]),
      pieces: () => written(writer, '', batches()),
      isCurrent,
    };
  }

  /** The index of the files of one package. Throws 404. */
  async files(of: PypiLookup, type: IndexType): Promise<PiecedDocument> {
    const { rows, stamp } = await this.indexes.state(of.projectIds, of.nameKey);
    if (rows === 0) {
      throw notFound('Package');
    }
    const writer = filesWriter(type.form, this.env.baseUrl);
    const batches = () =>
      inBatches(
        0,
        (after) => this.indexes.files(of, after, ENTRIES_AT_ONCE),
        ({ id }) => id,
      );
    const isCurrent = async () => (await this.indexes.state(of.projectIds, of.nameKey)).stamp === stamp;
    const known = this.known(type, ['files', of.nameKey, ...of.projectIds, stamp]);
    return { ...known, pieces: () => written(writer, of.nameKey, batches()), isCurrent };
  }

  private known({ contentType }: IndexType, facts: readonly unknown[]) {
    return { type: contentType, etag: weakEtag(['pypi', this.env.baseUrl, contentType, ...facts].join(' ')) };
  }
}

async function* inBatches<E, K>(
  first: K,
  read: (after: K) => Promise<readonly E[]>,
  keyOf: (entry: E) => K,
): AsyncGenerator<readonly E[]> {
  let after = first;
  for (;;) {
    const batch = await read(after);
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < ENTRIES_AT_ONCE) {
      return;
    }
    after = keyOf(last);
  }
}

const written = <E>(
  { begin, entry, separator, end }: IndexWriter<E>,
  title: string,
  batches: AsyncIterable<readonly E[]>,
) => framed({ before: begin(title), separator, after: end }, batches, entry);

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../common/time/clock.js';
import { countIn } from '../../protocol/query-texts.js';
import { NpmSearchRepository } from './npm-search.repository.js';
import type { FoundPackage } from './npm-search.repository.js';

const USUAL_SIZE = 20;
const LARGEST_SIZE = 250;
const LARGEST_OFFSET = 10_000;
/** The number of results that pages can reach. */
const MOST_COUNTED = LARGEST_OFFSET + LARGEST_SIZE;
/** Manifest fields that a result contains. */
const SHOWN = ['description', 'keywords', 'author', 'license'];

/** Finds packages by a part of their name (contract: packages §5.2). */
@Injectable()
export class NpmSearchService {
  constructor(
    private readonly found: NpmSearchRepository,
    private readonly clock: Clock,
  ) {}

  async search(projectIds: readonly number[], query: ReadonlyMap<string, string>) {
    const search = { projectIds, text: query.get('text') ?? '' };
    const size = countIn(query.get('size') ?? '', 'size', { usual: USUAL_SIZE, most: LARGEST_SIZE });
    const from = countIn(query.get('from') ?? '', 'from', { usual: 0, most: LARGEST_OFFSET });
    const [page, total] = await Promise.all([
      this.found.page(search, { size, from }),
      this.found.count(search, MOST_COUNTED),
    ]);
    return { objects: page.map(presentFound), total, time: this.clock.now().toUTCString() };
  }
}

function presentFound({ name, version, createdAt, manifest }: FoundPackage) {
  const fields: unknown = JSON.parse(manifest);
  const shown = Object.entries(typeof fields === 'object' && fields !== null ? fields : {});
  const own = shown.filter(([key]) => SHOWN.includes(key));
  return {
    package: { ...Object.fromEntries<unknown>(own), name, version, date: createdAt, links: {}, maintainers: [] },
    score: { final: 1, detail: { quality: 1, popularity: 1, maintenance: 1 } },
    searchScore: 1,
  };
}

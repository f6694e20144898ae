import { Injectable } from '@nestjs/common';
import { NpmSearchRepository } from './npm-search.repository.js';
import type { FoundPackage } from './npm-search.repository.js';

const USUAL_SIZE = 20;
const LARGEST_SIZE = 250;
const LARGEST_OFFSET = 10_000;
/** What of a manifest a result shows. */
const SHOWN = ['description', 'keywords', 'author', 'license'];

/** Finds packages by a part of their name (contract: packages §5.2). */
@Injectable()
export class NpmSearchService {
  constructor(private readonly found: NpmSearchRepository) {}

  async search(projectIds: readonly number[], query: ReadonlyMap<string, string>) {
    const search = { projectIds, text: query.get('text') ?? '' };
    const size = numberIn(query.get('size'), USUAL_SIZE, LARGEST_SIZE);
    const from = numberIn(query.get('from'), 0, LARGEST_OFFSET);
    const [page, total] = await Promise.all([this.found.page(search, { size, from }), this.found.count(search)]);
    return { objects: page.map(presentFound), total, time: new Date().toUTCString() };
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

/** What is no number asks for nothing unusual. */
function numberIn(text: string | undefined, usual: number, largest: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), largest) : usual;
}

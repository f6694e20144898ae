import { Injectable } from '@nestjs/common';
import { CatalogRepository } from './catalog.repository.js';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;

/** Lists all repositories of the instance by path (contract: registry §6). */
@Injectable()
export class CatalogService {
  constructor(private readonly repositories: CatalogRepository) {}

  async list({ n, last }: { readonly n: number | null; readonly last: string }) {
    const size = Math.min(n ?? DEFAULT_PAGE, LARGEST_PAGE);
    const paths = size === 0 ? [] : await this.repositories.paths(last, size + 1);
    return { size, items: paths.slice(0, size), hasNext: paths.length > size };
  }
}

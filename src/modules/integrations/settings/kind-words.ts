import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { PathWords } from '../../../platform/http/path-words.js';
import { AvailableKinds } from './available-kinds.js';

/** An unknown kind is 404 for every method, even where a known one is 405 (contract: integrations §1). */
@Injectable()
@Contributes(PathWords)
export class KindWords extends PathWords {
  override readonly parameter = 'slug';

  constructor(private readonly kinds: AvailableKinds) {
    super();
  }

  override has(text: string): boolean {
    return this.kinds.has(text);
  }
}

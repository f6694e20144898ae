import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { PathTexts } from '../../../platform/http/path-texts.js';

/** Rejects tag names with an encoded slash, so that they match no route (contract: registry §3.3). */
@Injectable()
@Contributes(PathTexts)
export class TagNameTexts extends PathTexts {
  override readonly parameter = 'tag_name';

  override admits(text: string): boolean {
    return !/%2f/i.test(text);
  }
}

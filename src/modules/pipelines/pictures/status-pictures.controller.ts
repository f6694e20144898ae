import { readFileSync, readdirSync } from 'node:fs';
import { Get } from '@nestjs/common';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { PathText } from '../../../core/web/page.decorators.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { WebAnswer } from '../../../platform/views/web-answer.js';

const DIRECTORY = new URL('./ci_favicons/', import.meta.url);
/** Pictures by file name, one for each `group` of a status (contract: triggers §4). */
const PICTURES: ReadonlyMap<string, Buffer> = new Map(
  readdirSync(DIRECTORY).map((name) => [name, readFileSync(new URL(name, DIRECTORY))]),
);
const HEADERS = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' };

/** Serves the URLs in the `favicon` of a pipeline's status (contract: triggers §4). */
@RootController('assets/ci_favicons')
@Public()
export class StatusPicturesController {
  @Get(':name')
  show(@PathText('name') name: string): WebAnswer {
    const picture = PICTURES.get(name);
    if (!picture) {
      throw unknownRoute();
    }
    return new WebAnswer(200, HEADERS, picture);
  }
}

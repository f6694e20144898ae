import { Get } from '@nestjs/common';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { PathText } from '../../../core/web/page.decorators.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { WebAnswer } from '../../../platform/views/web-answer.js';
import { discPicture } from './disc-picture.js';
import type { Colour } from './disc-picture.js';

const [GREEN, RED, AMBER, BLUE, GREY]: readonly Colour[] = [
  [20, 108, 67],
  [179, 38, 30],
  [178, 110, 0],
  [11, 92, 173],
  [107, 115, 128],
];
/** By the `group` of a status (contract: triggers §4). */
const COLOURS: ReadonlyMap<string, Colour | undefined> = new Map([
  ['success', GREEN],
  ['success-with-warnings', AMBER],
  ['failed', RED],
  ['manual', AMBER],
  ['pending', AMBER],
  ['running', BLUE],
  ['scheduled', BLUE],
  ['preparing', BLUE],
  ['waiting-for-resource', AMBER],
  ['created', GREY],
  ['canceled', GREY],
  ['skipped', GREY],
]);
const NAME = /^favicon_status_([a-z-]+)\.png$/;
const HEADERS = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' };

/** Where the `favicon` of a pipeline's status leads (contract: triggers §4). */
@RootController('assets/ci_favicons')
@Public()
export class StatusPicturesController {
  @Get(':name')
  show(@PathText('name') name: string): WebAnswer {
    const colour = COLOURS.get(NAME.exec(name)?.[1] ?? '');
    if (!colour) {
      throw unknownRoute();
    }
    return new WebAnswer(200, HEADERS, discPicture(colour));
  }
}

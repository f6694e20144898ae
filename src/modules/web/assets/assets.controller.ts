import { Get, Header } from '@nestjs/common';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { STYLESHEET, STYLESHEET_PATH } from '../../../platform/views/stylesheet.js';
import { WebAnswer } from '../../../platform/views/web-answer.js';
import { ICON } from './icon.js';

const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const FOR_A_DAY = { 'Cache-Control': 'public, max-age=86400' };
/** Submits the form of a page that redirects by POST; browsers without scripts show a button instead. */
const SUBMIT_SCRIPT =
  "document.addEventListener('DOMContentLoaded', () => document.forms[document.forms.length - 1].submit());\n";

/** Scripts, styles and images of pages. */
@RootController('assets')
@Public()
export class AssetsController {
  @Get(STYLESHEET_PATH.slice('/assets/'.length))
  stylesheet(): WebAnswer {
    return new WebAnswer(200, { 'Content-Type': 'text/css; charset=utf-8', ...FOR_EVER }, STYLESHEET);
  }

  @Get('slipway.svg')
  @Header('X-Content-Type-Options', 'nosniff')
  icon(): WebAnswer {
    return new WebAnswer(200, { 'Content-Type': 'image/svg+xml', ...FOR_A_DAY }, ICON);
  }

  @Get('submit.js')
  submit(): WebAnswer {
    return new WebAnswer(200, { 'Content-Type': 'text/javascript; charset=utf-8', ...FOR_A_DAY }, SUBMIT_SCRIPT);
  }
}

import type { WebAnswer } from '../../platform/views/web-answer.js';

/** Thrown to answer with a different page from the requested one. */
export class PageRedirect extends Error {
  constructor(readonly answer: WebAnswer) {
    super(`Redirected: ${answer.status}`);
  }
}

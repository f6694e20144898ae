import type { WebAnswer } from '../../platform/views/web-answer.js';

/** Thrown to answer with another page than the one asked for. */
export class PageRedirect extends Error {
  constructor(readonly answer: WebAnswer) {
    super(`Redirected: ${answer.status}`);
  }
}

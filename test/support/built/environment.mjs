import TidyEnvironment from '../tidy-environment.mjs';

/**
 * Specs use the built program. Loading it anew in every spec file's sandbox would cost more than most of
 * them do; here a worker process loads it once, outside the sandbox, and hands its modules in (see transform.mjs).
 */
export default class BuiltProgramEnvironment extends TidyEnvironment {
  async setup() {
    await super.setup();
    this.global.builtModule = (url) => import(url);
    this.global.Reflect = Reflect; // decorators of specs and the program share this object
    this.global.Error = Error; // the program must recognise errors that specs throw
  }
}

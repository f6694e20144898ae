import { ServerResponse } from 'node:http';

/** A response that goes nowhere: what matters are its status and headers. */
export class CapturedResponse extends ServerResponse {
  private complete: () => void = () => undefined;
  /** Settles once the answer is known; a streamed body is not waited for. */
  readonly answered = new Promise<void>((resolve) => {
    this.complete = resolve;
  });

  /** The first piece of a streamed body is enough: the source is ended. */
  override write(): boolean {
    this.complete();
    queueMicrotask(() => this.emit('close'));
    return false;
  }

  override end(): this {
    this.complete();
    return super.end();
  }
}

import { ServerResponse } from 'node:http';

/** A response that is not sent: only its status and headers matter. */
export class CapturedResponse extends ServerResponse {
  private complete: () => void = () => undefined;
  /** Settles when the status and headers are known; a streamed body is not awaited. */
  readonly answered = new Promise<void>((resolve) => {
    this.complete = resolve;
  });

  /** The first piece of a streamed body is enough: the source is then ended. */
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

import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { Traffic } from './traffic.js';

const aResponse = () => Object.assign(new EventEmitter(), { setHeader: () => undefined }) as unknown as ServerResponse;

describe('Traffic', () => {
  it('waits for the answers that are under way and for no later one, and listens to each only once', async () => {
    const traffic = new Traffic();
    const [one, two, later] = [aResponse(), aResponse(), aResponse()];
    [one, two].forEach((response) => {
      traffic.authorize(response);
    });
    let isFinished = false;
    const finished = traffic.finish().then(() => {
      isFinished = true;
    });
    traffic.authorize(later);

    one.emit('close');
    await turn();
    expect(isFinished).toBe(false);
    expect(two.listenerCount('close')).toBe(1);

    two.emit('close');
    await finished;
  });

  it('has nothing to wait for without a request', async () => {
    await expect(new Traffic().finish()).resolves.toBeUndefined();
  });
});

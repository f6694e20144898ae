import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { BullTransport } from './bull.transport.js';
import type { JobRegistry } from './job-registry.js';
import type { JobRunner } from './job-runner.js';
import type { Outbox } from './outbox.js';

type Ticket = ConstructorParameters<typeof BullTransport>[0] extends Queue<infer T> ? T : never;

describe('BullTransport', () => {
  it('does not fill the log with what something says that is no Redis', () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const queue = new EventEmitter();
    new BullTransport(queue as unknown as Queue<Ticket>, {} as JobRunner, {} as Outbox, {} as JobRegistry);

    for (let time = 1; time <= 300; time += 1) {
      queue.emit('error', new Error('Protocol error, got "H" as reply type byte.'));
    }
    const { calls } = warned.mock;
    warned.mockRestore();

    expect(calls).toEqual([[{ redis: 'Protocol error, got "H" as reply type byte.' }]]);
  });
});

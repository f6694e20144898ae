import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ExchangeService } from './exchange.service.js';
import { ClientGone } from './flow.js';

describe('ExchangeService', () => {
  it('reports no failure of a child that was ended because its client went away before the first byte', async () => {
    const failures = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const exchanges = new ExchangeService(
      { noteBytes: () => undefined } as never,
      { git: { idleTimeout: 120 } } as never,
    );
    const response = new PassThrough();
    const stdout = new PassThrough();
    const end = () => Promise.resolve(void stdout.end().resume());
    const ended = new Promise((resolve) => stdout.once('close', () => resolve(null)));
    const child = { stdin: new PassThrough(), stdout, stderr: '', ended, end, close: end };

    const running = exchanges.run({ response, child, contentType: 'text/plain' } as never);
    response.destroy();

    await expect(running).rejects.toThrow(ClientGone);
    expect(failures).not.toHaveBeenCalled();
    failures.mockRestore();
  });
});

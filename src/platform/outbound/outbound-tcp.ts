import { connect } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AddressGuard } from './address-guard.js';
import { failureOf, OutboundFailure } from './outbound-failure.js';

const CONNECT_MS = 5000;
const TOTAL_MS = 10_000;

/** Writes lines to a server that does not answer (contract: integrations §10.2). */
@Injectable()
export class OutboundTcp {
  constructor(private readonly guard: AddressGuard) {}

  /**
   * Resolves with the address when everything is written and the connection was closed properly. Throws
   * {@link OutboundFailure}.
   */
  async write(host: string, port: number, text: string): Promise<string> {
    const [address = ''] = await this.guard.resolve(host, port, { isTrusted: false });
    await writeTo(address, port, text);
    return address;
  }
}

function writeTo(address: string, port: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    let isConnected = false;
    const fail = (error: unknown): void => {
      reject(failureOf(error, isConnected));
      socket.destroy();
    };
    const giveUp = (): void => {
      fail(new OutboundFailure('timeout', 'The lines were not taken in time.'));
    };
    const timers = [setTimeout(giveUp, TOTAL_MS), setTimeout(() => isConnected || giveUp(), CONNECT_MS)];
    socket.on('connect', () => {
      isConnected = true;
      socket.end(text);
    });
    socket.on('error', fail);
    socket.on('close', () => {
      timers.forEach((timer) => {
        clearTimeout(timer);
      });
      resolve();
    });
    socket.resume();
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Env } from '../../config/env.js';
import type { SpawnedProgram } from './open-order.js';
import { SpawnerLink } from './spawner-link.js';
import type { SpawnOrder } from './wire.js';

const PROGRAM = fileURLToPath(new URL('spawner-process.js', import.meta.url));
/**
 * Memory limit in KiB of a program and of each program that it starts, without mapped files: git holds a commit of
 * gigabytes as a whole, which a push of a few megabytes can contain. Beyond the limit the program ends by itself.
 */
const MOST_MEMORY = String(1024 * 1024);
const LIMITED = ['-c', 'ulimit -d "$0"; exec "$@"', MOST_MEMORY];
/** Options that keep the spawner's own memory small. */
const LEAN = ['--max-semi-space-size=1', '--single-threaded'];

/**
 * Starts git from a small helper process. fork() copies the parent's page tables, which stops a service of 200 MB for
 * about 10 ms each time, and this process for less than one.
 */
@Injectable()
export class SpawnerService implements OnApplicationShutdown {
  private link: Promise<SpawnerLink> | null = null;

  constructor(private readonly env: Env) {}

  /** Rejects when the program cannot be started. A spawner that has ended is started again. */
  async start(order: Omit<SpawnOrder, 'id'>): Promise<SpawnedProgram> {
    this.link ??= this.launch();
    const link = await this.link;
    return link.start(order);
  }

  async onApplicationShutdown(): Promise<void> {
    const link = await this.link?.catch(() => null);
    link?.close();
  }

  private async launch(): Promise<SpawnerLink> {
    try {
      const { server, address } = await this.listen();
      const child = spawn('/bin/sh', [...LIMITED, process.execPath, ...LEAN, PROGRAM, address], {
        cwd: '/',
        env: {}, // each order contains the environment of its program
        detached: true, // signals of the terminal are for the service, which ends its programs itself
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.on('error', () => undefined); // one that cannot be started ends at once
      return new SpawnerLink(child, server, () => {
        this.link = null;
        void rm(path.dirname(address), { recursive: true, force: true }); // the spawner does this itself, unless it was killed
      });
    } catch (error) {
      this.link = null;
      throw error;
    }
  }

  /** Listens on a socket that only this account can reach, in the first directory whose path is short enough. */
  private listen(): Promise<{ server: Server; address: string }> {
    return listenBelow(tmpdir()).catch(() => listenBelow(this.env.dataDir));
  }
}

async function listenBelow(parent: string): Promise<{ server: Server; address: string }> {
  const directory = await mkdtemp(path.join(parent, 'slipway-streams-'));
  const address = path.join(directory, 'streams');
  const server = createServer();
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    await rm(directory, { recursive: true }); // its path may be too long for a socket
    throw error;
  }
  return { server, address };
}

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { randomHex } from '../../../platform/crypto/random.js';

interface Trace {
  readonly host: string;
  readonly pid: number;
  /** Distinguishes a process from a later one with the same pid; empty if the system does not provide it. */
  readonly started: string;
}

/**
 * The identity of this process among those with the same DATA_DIR. Also finds earlier processes that have ended
 * (contract: storage-moves §5).
 */
@Injectable()
export class ProcessIdentity implements OnModuleInit, OnModuleDestroy {
  readonly owner = randomHex(12);
  private readonly directory: string;

  constructor(env: Env) {
    this.directory = path.join(env.dataDir, 'git', 'processes');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const trace: Trace = { host: hostname(), pid: process.pid, started: await startOf(process.pid) };
    await writeFile(path.join(this.directory, this.owner), JSON.stringify(trace));
  }

  async onModuleDestroy(): Promise<void> {
    await this.forget(this.owner);
  }

  /** Owners in this DATA_DIR whose processes ran on this machine and have ended. */
  async gone(): Promise<string[]> {
    const owners = (await readdir(this.directory)).filter((owner) => owner !== this.owner);
    const checked = await Promise.all(owners.map(async (owner) => [owner, await this.isGone(owner)] as const));
    return checked.filter(([, isGone]) => isGone).map(([owner]) => owner);
  }

  /**
   * Whether the process with this identity has ended, as far as this machine can tell; its trace may already be
   * removed.
   */
  async hasEnded(owner: string): Promise<boolean> {
    return !(await readdir(this.directory)).includes(owner) || this.isGone(owner);
  }

  async forget(owner: string): Promise<void> {
    await rm(path.join(this.directory, owner), { force: true });
  }

  private async isGone(owner: string): Promise<boolean> {
    const trace = await readTrace(path.join(this.directory, owner));
    return trace !== null && trace.host === hostname() && !(await isAlive(trace));
  }
}

async function readTrace(file: string): Promise<Trace | null> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isTrace(read) ? read : null;
  } catch {
    return null; // being written, or removed in the meantime
  }
}

const isTrace = (value: unknown): value is Trace =>
  typeof value === 'object' &&
  value !== null &&
  'host' in value &&
  'pid' in value &&
  'started' in value &&
  typeof value.pid === 'number';

async function isAlive({ pid, started }: Trace): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return started === (await startOf(pid));
}

/** The start time of a process as reported by Linux. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

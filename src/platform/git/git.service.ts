import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { networkOf } from '../../common/addresses/network-of.js';
import { AmbientValue } from '../../common/concurrency/ambient-value.js';
import { payloadTooLarge, unavailable } from '../../common/errors/catalogue.js';
import { Env } from '../config/env.js';
import { recipientAddress, watchRecipient } from '../database/running-reads.js';
import { GitChild } from './git-child.js';
import { GitHome } from './git-home.js';
import { failureOf, GitTookTooLong } from './git-directory.js';
import type { GitDirectory, ObjectArea } from './git-directory.js';
import { LargeTrees } from './large-trees.js';
import type { LargeTreeTurn } from './large-trees.js';
import { nulWordBatches, nulWords } from './nul-words.js';
import { ObjectReader } from './object-reader.js';
import type { NewObject } from './pack.js';
import { ProcessSlots, SlotsBusy } from './process-slots.js';
import { ReaderLoan } from './reader-loan.js';
import { RecentObjects } from './recent-objects.js';
import { RepositoryObjects } from './repository-objects.js';
import { SpawnerGone } from './spawner/spawner-link.js';
import { SpawnerService } from './spawner/spawner.service.js';
import { WarmReaders } from './warm-readers.js';

const SPAWNER_ATTEMPTS = 3;
const MAX_TEXT = 64 * 1024 * 1024;

export interface GitRun {
  readonly input?: string | Buffer | undefined;
  readonly area?: ObjectArea | undefined;
  /** Exit codes that are answers and no failures. */
  readonly accepts?: readonly number[];
  /** Ends the child when it aborts, as one that takes too long: the caller gets 503. */
  readonly signal?: AbortSignal | undefined;
  /** False for what must not be done twice. */
  readonly isRepeatable?: boolean;
}

/** What was made of the words of an output. */
export interface WordsRead<T> {
  readonly value: T;
  readonly isWhole: boolean;
}

export interface StreamOptions {
  readonly input?: string | undefined;
  readonly area?: ObjectArea | undefined;
  /** Ends the child when it aborts: its output ends there. */
  readonly signal?: AbortSignal | undefined;
}

export interface GitOutput {
  readonly code: number | null;
  readonly stdout: Buffer;
}

export interface StartOptions {
  readonly area?: ObjectArea | undefined;
  readonly asks?: boolean;
  readonly protocol?: string | undefined;
  /** Settings that replace those of every child, as `name=value`. */
  readonly settings?: readonly string[];
}

/**
 * Runs the git program: fixed arguments, a bare environment, no shell, a bounded number at once (contract: git §5.4).
 * Whatever starts while a turn is held belongs to that turn, so that work inside work never waits for itself.
 */
@Injectable()
export class Git implements OnApplicationShutdown {
  private readonly slots: ProcessSlots;
  private readonly turn = new AmbientValue<GitDirectory>();
  private readonly client = new AmbientValue<string>();
  private readonly warm = new WarmReaders();
  private readonly recent = new RecentObjects();
  private readonly largeTrees: LargeTrees;
  private readonly largeTreeTurn = new AmbientValue<LargeTreeTurn>();
  private readonly most: number;
  private isClosing = false;

  constructor(
    private readonly home: GitHome,
    private readonly spawner: SpawnerService,
    env: Env,
  ) {
    this.most = env.git.maxProcesses;
    this.slots = new ProcessSlots(this.most, env.git.queueTimeout * 1000);
    this.largeTrees = new LargeTrees(env.git.queueTimeout * 1000);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.warm.endAll();
  }

  get processes(): number {
    return this.slots.inUse;
  }

  /** Waits for its turn for a while; throws 503 when none comes (contract: git §5.2 row 8). */
  async inTurn<T>(gitDir: GitDirectory, work: () => Promise<T>): Promise<T> {
    if (this.turn.get() !== undefined) {
      return work();
    }
    try {
      return await this.slots.run({ key: gitDir.turn, client: this.client.get() }, () => {
        this.warm.shrinkTo(this.most - this.slots.inUse);
        return this.turn.run(gitDir, work);
      });
    } catch (error) {
      throw error instanceof SlotsBusy ? unavailable() : error;
    }
  }

  /**
   * Runs work that lasts as long as a client takes to send or to read; `client` is who that is, the address of the request
   * around it unless told otherwise. Such work leaves some of the processes to others (contract: git §5.4).
   */
  pacedByClient<T>(work: () => Promise<T>, client = recipientAddress() ?? ''): Promise<T> {
    return this.client.run(networkOf(client), work);
  }

  /**
   * The whole output of a command. Throws {@link GitFailed} for an exit code that was not expected, {@link GitTookTooLong} for a command
   * that was ended because it took too long or grew too large, 413 for an output that is too large to be held. One whose
   * exit code nobody can tell, since the spawner has died, is run again: all that are run here can be repeated, except
   * those that say otherwise, which throw {@link SpawnerGone} once the program has ended.
   */
  async run(gitDir: GitDirectory, args: readonly string[], options: GitRun = {}): Promise<GitOutput> {
    const { isRepeatable = true } = options;
    return isRepeatable ? this.again(() => this.runOnce(gitDir, args, options)) : this.runOnce(gitDir, args, options);
  }

  private runOnce(gitDir: GitDirectory, args: readonly string[], options: GitRun): Promise<GitOutput> {
    return this.inTurn(gitDir, async () => {
      const child = await this.start(gitDir, args, { area: options.area });
      const stop = (): void => void child.end();
      options.signal?.addEventListener('abort', stop);
      const watch = new ChildWatch(child);
      try {
        child.stdin.end(options.input);
        const stdout = await collect(child.stdout);
        const code = await child.ended;
        if (code === null && (watch.hasEnded || options.signal?.aborted === true)) {
          throw new GitTookTooLong();
        }
        return this.evaluate(args, child, code, stdout, options.accepts);
      } finally {
        watch.stop();
        options.signal?.removeEventListener('abort', stop);
        void child.close();
      }
    });
  }

  /** Repeats it on a new spawner when the spawner dies meanwhile. */
  private async again<T>(work: () => Promise<T>, attempts = SPAWNER_ATTEMPTS): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SpawnerGone && attempts > 1) {
        return this.again(work, attempts - 1);
      }
      throw error;
    }
  }

  /** The same as text; bytes that are not UTF-8 become U+FFFD. */
  async text(gitDir: GitDirectory, args: readonly string[], options: GitRun = {}): Promise<string> {
    return (await this.run(gitDir, args, options)).stdout.toString('utf8');
  }

  /**
   * Reads objects one after the other, from a single child where one is needed, which waits for the next reading
   * afterwards.
   */
  objects<T>(gitDir: GitDirectory, work: (objects: RepositoryObjects) => Promise<T>, area?: ObjectArea): Promise<T> {
    return this.inTurn(gitDir, async () => {
      const loan = new ReaderLoan(
        () => (area ? null : this.warm.take(gitDir.path)),
        () => this.startReader(gitDir, area),
      );
      const outer = this.largeTreeTurn.get();
      const large = outer ?? this.largeTrees.turnOf(gitDir.path);
      const { path } = gitDir;
      const objects = new RepositoryObjects(area ? null : path, () => loan.objects(), this.recent, large);
      try {
        return await this.largeTreeTurn.run(large, () => work(objects));
      } finally {
        if (!outer) {
          large.end();
        }
        await loan.end((reader) => {
          this.giveBack(reader, area);
        });
      }
    });
  }

  /** Objects that were just written to the repository: the next reading begins with them. */
  noteWritten(gitDir: GitDirectory, objects: readonly NewObject[]): void {
    objects.forEach((object) => {
      this.recent.note(gitDir.path, object);
    });
  }

  private giveBack(reader: ObjectReader, area: ObjectArea | undefined): void {
    if (!area && reader.isReusable && this.hasCapacity) {
      this.warm.keep(reader);
    } else {
      void reader.end();
    }
  }

  /** Streams the output of a command; `use` has its turn until it ends, and the child does not outlive it. */
  stream<T>(
    gitDir: GitDirectory,
    args: readonly string[],
    use: (child: GitChild) => Promise<T>,
    { area, input, signal }: StreamOptions = {},
  ): Promise<T> {
    return this.inTurn(gitDir, async () => {
      const child = await this.start(gitDir, args, { area });
      const stop = (): void => void child.end();
      signal?.addEventListener('abort', stop);
      const watch = new ChildWatch(child);
      child.stdin.end(input);
      try {
        return await use(child);
      } finally {
        watch.stop();
        signal?.removeEventListener('abort', stop);
        await child.close();
      }
    });
  }

  /**
   * Reads the words of an output that closes each with NUL; `read` may stop early. `isWhole` is false where git was
   * ended before it was done, by the signal or because it grew too large. Throws {@link GitFailed} when it failed by
   * itself.
   */
  words<T>(
    gitDir: GitDirectory,
    args: readonly string[],
    read: (words: AsyncIterable<string>) => Promise<T>,
    options: StreamOptions = {},
  ): Promise<WordsRead<T>> {
    return this.reading(gitDir, args, (output) => read(nulWords(output)), options);
  }

  /** The same, as many words at a time as come at once: for outputs of very many short ones. */
  wordBatches<T>(
    gitDir: GitDirectory,
    args: readonly string[],
    read: (batches: AsyncIterable<readonly string[]>) => Promise<T>,
    options: StreamOptions = {},
  ): Promise<WordsRead<T>> {
    return this.reading(gitDir, args, (output) => read(nulWordBatches(output)), options);
  }

  private reading<T>(
    gitDir: GitDirectory,
    args: readonly string[],
    read: (output: Readable) => Promise<T>,
    options: StreamOptions,
  ): Promise<WordsRead<T>> {
    const use = async (child: GitChild) => {
      const value = await read(child.stdout);
      const code = child.stdout.readableEnded ? await child.ended : 0;
      if (code !== null && code !== 0) {
        throw failureOf(args[0] ?? '', code, child.stderr);
      }
      return { value, isWhole: code === 0 };
    };
    return this.again(() => this.stream(gitDir, args, use, options));
  }

  /** Starts a child; the caller holds a turn, and ends it. */
  async start(gitDir: GitDirectory, args: readonly string[], options: StartOptions = {}): Promise<GitChild> {
    const { area, asks = false, protocol, settings = [] } = options;
    // A child whose start was not reported gets no input and no reader, so starting another one is harmless.
    const order = {
      args: [
        ...this.home.settingsFor(gitDir.path),
        ...settings.flatMap((setting) => ['-c', setting]),
        `--git-dir=${gitDir.path}`,
        ...args,
      ],
      environment: {
        ...this.home.environment,
        ...(protocol === undefined ? {} : { GIT_PROTOCOL: protocol }),
        ...(asks ? { SLIPWAY_ASKS: '1' } : {}),
        ...(area ? { GIT_OBJECT_DIRECTORY: area.objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: area.alternates } : {}),
      },
      asks,
    };
    return new GitChild(await this.again(() => this.spawner.start(order)));
  }

  private async startReader(gitDir: GitDirectory, area: ObjectArea | undefined): Promise<ObjectReader> {
    return new ObjectReader(gitDir.path, await this.start(gitDir, ['cat-file', '--batch'], { area }));
  }

  /** Idle readers count as children, and are ended when a slot is needed (contract: git §5.4). */
  private get hasCapacity(): boolean {
    return !this.isClosing && this.slots.inUse + this.warm.count < this.most;
  }

  private evaluate(
    args: readonly string[],
    child: GitChild,
    code: number | null,
    stdout: Buffer,
    accepts: readonly number[] = [0],
  ): GitOutput {
    if (code === null || !accepts.includes(code)) {
      throw failureOf(args[0] ?? '', code, child.stderr);
    }
    return { code, stdout };
  }
}

/** A tree of a few kilobytes can stand for more paths than any memory holds: a child that grows so large is ended. */
const MAX_CHILD_MEMORY = 1024 * 1024 * 1024;
const WATCH_MS = 200;

/** Ends a child that grows too large, and one whose answer nobody waits for any more. */
class ChildWatch {
  hasEnded = false;
  private readonly timer: NodeJS.Timeout;
  private readonly isAlone = watchRecipient();

  constructor(private readonly child: GitChild) {
    this.timer = setInterval(() => void this.look(), WATCH_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isAlone() || (await this.child.memory()) > MAX_CHILD_MEMORY) {
      this.hasEnded = true;
      await this.child.end();
    }
  }
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_TEXT) {
      throw payloadTooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

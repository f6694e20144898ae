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
  /** Exit codes that are results rather than failures. */
  readonly accepts?: readonly number[];
  /** Ends the child when it aborts, like one that takes too long: the caller gets 503. */
  readonly signal?: AbortSignal | undefined;
  /** False for commands that must not run twice. */
  readonly isRepeatable?: boolean;
}

/** Result of reading the words of an output. */
export interface WordsRead<T> {
  readonly value: T;
  readonly isWhole: boolean;
}

export interface StreamOptions {
  readonly input?: string | undefined;
  readonly area?: ObjectArea | undefined;
  /** Ends the child when it aborts; its output ends there. */
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
  /** Settings, as `name=value`, that take precedence over those of every child. */
  readonly settings?: readonly string[];
}

/**
 * Runs the git program: fixed arguments, a minimal environment, no shell, a limited number at once (contract: git
 * §5.4). Children that are started while a turn is held share that turn, so that nested work never waits for itself.
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

  /** Runs `work` in a turn of the queue; throws 503 when none becomes free in time (contract: git §5.2 row 8). */
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
   * Runs work whose duration depends on how fast a client sends or reads; `client` is its address, by default that of
   * the current request. Such work never takes all processes (contract: git §5.4).
   */
  pacedByClient<T>(work: () => Promise<T>, client = recipientAddress() ?? ''): Promise<T> {
    return this.client.run(networkOf(client), work);
  }

  /**
   * Returns the whole output of a command. Throws {@link GitFailed} for an unexpected exit code, {@link GitTookTooLong}
   * for a command that was ended because it took too long or used too much memory, 413 for an output that is too large
   * to be held. When the spawner dies and the exit code is unknown, the command is run again; commands that must not
   * run twice throw {@link SpawnerGone} instead, after the program has ended.
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

  /** Runs `work` again on a new spawner when the spawner dies. */
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

  /** Like {@link run}, with the output as text; bytes that are not UTF-8 become U+FFFD. */
  async text(gitDir: GitDirectory, args: readonly string[], options: GitRun = {}): Promise<string> {
    return (await this.run(gitDir, args, options)).stdout.toString('utf8');
  }

  /** Reads objects in sequence. If a child is needed, it is a single one, which is kept for the next reading. */
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

  /** Notes objects that were just written to the repository: the next reading finds them in memory. */
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

  /** Streams the output of a command; `use` holds the turn until it ends, and the child is ended with it. */
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
   * Reads the NUL-terminated words of an output; `read` may stop early. `isWhole` is false when git was ended before it
   * was done, by the signal or because it used too much memory. Throws {@link GitFailed} when git failed.
   */
  words<T>(
    gitDir: GitDirectory,
    args: readonly string[],
    read: (words: AsyncIterable<string>) => Promise<T>,
    options: StreamOptions = {},
  ): Promise<WordsRead<T>> {
    return this.reading(gitDir, args, (output) => read(nulWords(output)), options);
  }

  /** Like {@link words}, with all words that arrive together in one batch: for outputs of very many short ones. */
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

  /** Starts a child. The caller holds a turn and must end the child. */
  async start(gitDir: GitDirectory, args: readonly string[], options: StartOptions = {}): Promise<GitChild> {
    const { area, asks = false, protocol, settings = [] } = options;
    // A child whose start was not reported gets no input and has no reader, so starting another one is harmless.
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

  /** Idle readers count as children and are ended when a slot is needed (contract: git §5.4). */
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

/**
 * A tree of a few kilobytes can expand to more paths than fit into memory: a child that grows beyond this limit is
 * ended.
 */
const MAX_CHILD_MEMORY = 1024 * 1024 * 1024;
const WATCH_MS = 200;

/** Ends a child that uses too much memory, or whose result is no longer needed. */
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

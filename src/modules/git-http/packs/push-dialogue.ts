import type { Duplex } from 'node:stream';
import { ByteReader } from '../../../platform/git/byte-reader.js';
import type { RefChange } from '../../../core/repositories/protection/push-judge.js';

/** What a hook asks: the refs it is about, where their objects lie, push options. */
export interface HookQuestion {
  readonly hook: string;
  /** Empty when the objects are part of the repository. */
  readonly objects: string;
  readonly changes: readonly RefChange[];
  readonly options: readonly string[];
}

/** Texts of a refusal, one line each; none lets the push pass. */
export type HookAnswer = (question: HookQuestion) => Promise<readonly string[]>;

const CHANGE = /^ref ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (.*)$/;

/** Answers the hooks of one push until the child closes the pipe. */
export async function answerHooks(pipe: Duplex, answer: HookAnswer): Promise<void> {
  const lines = new ByteReader(pipe);
  for (;;) {
    const question = await readQuestion(lines);
    if (!question) {
      return;
    }
    const texts = await answer(question);
    pipe.write(texts.length === 0 ? 'yes\n' : `no\n${texts.map(oneLine).join('\n')}\nend\n`);
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Null at the end, or when the hook died over its question. */
async function readQuestion(lines: ByteReader): Promise<HookQuestion | null> {
  const hook = (await lines.line())?.replace(/^hook /, '');
  const objects = (await lines.line())?.replace(/^objects /, '');
  const changes = await readUntil(lines, 'options');
  const options = await readUntil(lines, 'end');
  if (hook === undefined || objects === undefined || !changes || !options) {
    return null;
  }
  return {
    hook,
    objects,
    changes: changes.map(readChange),
    options: options.map((line) => line.replace(/^option /, '')),
  };
}

async function readUntil(lines: ByteReader, end: string): Promise<string[] | null> {
  const read: string[] = [];
  for (;;) {
    const line = await lines.line();
    if (line === null) {
      return null;
    }
    if (line === end) {
      return read;
    }
    read.push(line);
  }
}

/** A line that is no change names a ref that no rule lets pass. */
function readChange(line: string): RefChange {
  const [, before = '', after = '', ref = ''] = CHANGE.exec(line) ?? [];
  return { before, after, ref };
}

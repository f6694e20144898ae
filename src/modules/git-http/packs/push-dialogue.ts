import type { Duplex } from 'node:stream';
import { ByteReader } from '../../../platform/git/byte-reader.js';
import type { RefChange } from '../../repositories/protection/push-policy.js';

/** The question of a hook: the refs in question, the directory of their new objects, and push options. */
export interface HookQuestion {
  readonly hook: string;
  /** Empty if the objects are already part of the repository. */
  readonly objects: string;
  readonly changes: readonly RefChange[];
  readonly options: readonly string[];
}

/** Returns the lines of a refusal; no lines accept the push. */
export type HookAnswer = (question: HookQuestion) => Promise<readonly string[]>;

const CHANGE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (.*)$/s;
const LENGTH = /^[0-9]{1,7}$/;
/** Maximum size of all fields of a question: enough for a push of some 300,000 refs. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Answers the hooks of one push until the child closes the pipe. */
export async function answerHooks(pipe: Duplex, answer: HookAnswer): Promise<void> {
  const fields = new ByteReader(pipe);
  for (;;) {
    const question = await readQuestion(fields);
    if (!question) {
      return;
    }
    const texts = await answer(question);
    pipe.write(texts.length === 0 ? 'yes\n' : `no\n${texts.map(oneLine).join('\n')}\nend\n`);
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Returns null at the end. Throws if the hook died within a question, or if the question is too long. */
async function readQuestion(fields: ByteReader): Promise<HookQuestion | null> {
  const values = { hook: '', objects: '', ref: new Array<RefChange>(), option: new Array<string>() };
  let size = 0;
  for (let field = await readField(fields); field !== 'end'; field = await readField(fields)) {
    if (field === null) {
      return null;
    }
    size += field.length;
    if (size > MAX_BYTES) {
      throw new Error('The question of the hook is too long.');
    }
    take(values, field);
  }
  return { hook: values.hook, objects: values.objects, changes: values.ref, options: values.option };
}

interface Values {
  hook: string;
  objects: string;
  readonly ref: RefChange[];
  readonly option: string[];
}

/** Stores a field, which consists of its name, a space and its value; the value may contain any character. */
function take(values: Values, field: string): void {
  const space = field.indexOf(' ');
  const [name, value] = [field.slice(0, space), field.slice(space + 1)];
  switch (name) {
    case 'hook':
    case 'objects':
      values[name] = value;
      return;
    case 'ref':
      values.ref.push(readChange(value));
      return;
    case 'option':
      values.option.push(value);
      return;
    default:
      throw new Error('The hook sent a field without a name.');
  }
}

/** Returns null at the end of the stream. */
async function readField(fields: ByteReader): Promise<string | null> {
  const length = await fields.line();
  if (length === null) {
    return null;
  }
  if (!LENGTH.test(length)) {
    throw new Error('The hook sent a field without a length.');
  }
  return (await fields.bytes(Number(length))).toString('utf8');
}

/** A malformed line becomes a change of an empty ref, which no rule accepts. */
function readChange(line: string): RefChange {
  const [, before = '', after = '', ref = ''] = CHANGE.exec(line) ?? [];
  return { before, after, ref };
}

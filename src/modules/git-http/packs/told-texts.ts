/** Number of digits of a packet's length, which includes them. */
const LENGTH_DIGITS = 4;
/** Minimum length of a packet with content; shorter ones are markers. */
const SHORTEST = 5;
/** Band of texts that git shows to the user. */
const TOLD = 2;
/** Longer than any line of git; longer text is sent in pieces. */
const LONGEST_LINE = 8192;

/**
 * Yields the answer to a push, with these directories removed from the texts for the user, because git names files that
 * it could not lock or write (contract: conventions §5). Texts are processed by line, because git may split them
 * anywhere.
 */
export async function* withoutDirectories(
  answer: AsyncIterable<Buffer>,
  directories: readonly string[],
): AsyncGenerator<Buffer> {
  const told = new ToldLines(directories);
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of answer) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let taken = 0;
    for (let end = endOf(held, 0); end !== null; end = endOf(held, taken)) {
      const packet = held.subarray(taken, end);
      yield* isTold(packet) ? told.add(packet.subarray(SHORTEST)) : [...told.rest(), packet];
      taken = end;
    }
    held = held.subarray(taken);
  }
  yield* told.rest();
  yield* held.length === 0 ? [] : [held]; // without any byte, the response has not started
}

/** Returns the end of the packet that begins at `start`; null if it is incomplete or not a packet. */
function endOf(bytes: Buffer, start: number): number | null {
  const digits = bytes.toString('latin1', start, start + LENGTH_DIGITS);
  if (!/^[0-9a-f]{4}$/i.test(digits)) {
    return null;
  }
  const end = start + Math.max(LENGTH_DIGITS, parseInt(digits, 16));
  return end <= bytes.length ? end : null;
}

const isTold = (packet: Buffer): boolean => packet.length >= SHORTEST && packet[LENGTH_DIGITS] === TOLD;

/** Collects lines and removes the directories from them. Text is latin1, so each byte is one character. */
class ToldLines {
  private readonly directories: readonly string[];
  private text = '';

  constructor(directories: readonly string[]) {
    this.directories = directories.map((directory) => Buffer.from(`${directory}/`).toString('latin1'));
  }

  /** Returns packets of the complete lines. */
  add(bytes: Buffer): readonly Buffer[] {
    this.text += bytes.toString('latin1');
    const end = Math.max(this.text.lastIndexOf('\n'), this.text.lastIndexOf('\r')) + 1;
    return this.take(end === 0 && this.text.length > LONGEST_LINE ? this.text.length : end);
  }

  /** Returns the packet of an unfinished line. */
  rest(): readonly Buffer[] {
    return this.take(this.text.length);
  }

  private take(length: number): readonly Buffer[] {
    const shown = this.directories.reduce(
      (text, directory) => text.replaceAll(directory, ''),
      this.text.slice(0, length),
    );
    this.text = this.text.slice(length);
    return shown === '' ? [] : [packetOf(shown)];
  }
}

function packetOf(text: string): Buffer {
  const length = (text.length + SHORTEST).toString(16).padStart(LENGTH_DIGITS, '0');
  return Buffer.concat([Buffer.from(length), Buffer.from([TOLD]), Buffer.from(text, 'latin1')]);
}

/** Digits of the length before each packet, which count themselves. */
const LENGTH_DIGITS = 4;
/** Packets that are shorter are marks without content. */
const SHORTEST = 5;
/** What git tells the user stands behind this byte. */
const TOLD = 2;
/** More than git tells in one line; what is longer goes out in pieces. */
const LONGEST_LINE = 8192;

/**
 * The answer to a push, where what is told to the user names none of these directories: git writes out where it could not
 * lock or write a file (contract: conventions §5). Lines are told as wholes, since git cuts them anywhere.
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
  yield* held.length === 0 ? [] : [held]; // an answer without a byte has not begun
}

/** Where the packet that begins there ends; null where it is not here yet, or is none. */
function endOf(bytes: Buffer, start: number): number | null {
  const digits = bytes.toString('latin1', start, start + LENGTH_DIGITS);
  if (!/^[0-9a-f]{4}$/i.test(digits)) {
    return null;
  }
  const end = start + Math.max(LENGTH_DIGITS, parseInt(digits, 16));
  return end <= bytes.length ? end : null;
}

const isTold = (packet: Buffer): boolean => packet.length >= SHORTEST && packet[LENGTH_DIGITS] === TOLD;

/** Gathers lines and takes the directories out of them; bytes are characters here. */
class ToldLines {
  private readonly directories: readonly string[];
  private text = '';

  constructor(directories: readonly string[]) {
    this.directories = directories.map((directory) => Buffer.from(`${directory}/`).toString('latin1'));
  }

  /** Packets of the lines that have ended. */
  add(bytes: Buffer): readonly Buffer[] {
    this.text += bytes.toString('latin1');
    const end = Math.max(this.text.lastIndexOf('\n'), this.text.lastIndexOf('\r')) + 1;
    return this.take(end === 0 && this.text.length > LONGEST_LINE ? this.text.length : end);
  }

  /** The packet of a line that nothing follows. */
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

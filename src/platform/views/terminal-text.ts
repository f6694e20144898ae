import { html } from './html.js';
import type { Insert } from './html.js';
import { seeing } from './source-text.js';
import type { ShownLine } from './source-text.js';

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
type Colour = (typeof COLOURS)[number];

interface Look {
  readonly colour: Colour | undefined;
  readonly isBold: boolean;
}
const PLAIN: Look = { colour: undefined, isBold: false };

interface Piece {
  readonly look: Look;
  text: string;
}

/** Limit of pieces with different styles, each of which is an element; the rest of the log is plain. */
const MOST_PIECES = 25_000;

/** Escape sequences of terminals: CSI sequences, titles and the like, and an incomplete one at the end. */
const ORDERS =
  // eslint-disable-next-line no-control-regex -- control characters are what it is about
  /\u001b\[([\d;:?]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]?/g;

/**
 * Renders a program's output as a terminal would: colours become classes, erased or overwritten text is gone, and all
 * other sequences are dropped.
 */
export function terminalText(text: string): Insert {
  const screen = new Screen();
  let [at, look] = [0, PLAIN];
  for (const order of text.matchAll(ORDERS)) {
    screen.write(text.slice(at, order.index), look);
    at = order.index + order[0].length;
    const [, numbers = '', letter] = order;
    look = letter === 'm' ? lookAfter(look, numbers) : look;
    if (letter === 'K') {
      screen.eraseLine(numbers);
    }
  }
  screen.write(text.slice(at), look);
  const shownText = seeing();
  return screen.pieces().map((piece) => shown(piece, shownText));
}

/** Lines of styled pieces; text after a carriage return overwrites the line from its start. */
class Screen {
  private readonly done: Piece[] = [];
  private line: Piece[] = [];
  private returned = false;

  write(text: string, look: Look): void {
    for (const part of text.split(/(\r|\n)/)) {
      this.put(part, look);
    }
  }

  /**
   * `ESC [ K` erases the text after the cursor, which only exists after a carriage return; 1 and 2 erase the text
   * before it.
   */
  eraseLine(extent: string): void {
    const isFromCursor = Number(extent) === 0;
    if (isFromCursor === this.returned || Number(extent) === 2) {
      this.line = [];
    }
  }

  pieces(): readonly Piece[] {
    this.endLine();
    return this.done;
  }

  private endLine(): void {
    this.line.forEach((piece) => {
      this.keep(piece);
    });
    this.line = [];
  }

  private keep(piece: Piece): void {
    const last = this.done.at(-1);
    if (last && (isSame(last.look, piece.look) || this.done.length > MOST_PIECES)) {
      last.text += piece.text;
    } else {
      this.done.push(this.done.length === MOST_PIECES ? { look: PLAIN, text: piece.text } : piece);
    }
  }

  private put(part: string, look: Look): void {
    if (part === '\r') {
      this.returned = true;
    } else if (part === '\n') {
      this.endLine();
      this.keep({ look: PLAIN, text: '\n' });
      this.returned = false;
    } else if (part !== '') {
      this.line = this.returned ? [] : this.line;
      this.line.push({ look, text: part });
      this.returned = false;
    }
  }
}

const isSame = (one: Look, other: Look): boolean => one.colour === other.colour && one.isBold === other.isBold;

/** Applies `ESC [ <numbers> m` to the style. */
function lookAfter(before: Look, text: string): Look {
  const numbers = text.split(/[;:]/).map(Number);
  let look = before;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    if (number === 38 || number === 48) {
      look = number === 38 ? { ...look, colour: ofPalette(numbers, at) } : look;
      at += numbers[at + 1] === 5 ? 2 : 4;
    } else {
      look = lookBy(look, number);
    }
  }
  return look;
}

function lookBy(look: Look, number: number): Look {
  if (number === 0) {
    return PLAIN;
  }
  if (number === 1 || number === 22) {
    return { ...look, isBold: number === 1 };
  }
  const isColour = (number >= 30 && number <= 37) || (number >= 90 && number <= 97);
  return isColour || number === 39 ? { ...look, colour: isColour ? COLOURS[number % 10] : undefined } : look;
}

/** `38;5;n`: the first sixteen colours of the large palette are the small one, twice. */
const ofPalette = (numbers: readonly number[], at: number): Colour | undefined =>
  numbers[at + 1] === 5 && (numbers[at + 2] ?? 16) < 16 ? COLOURS[(numbers[at + 2] ?? 0) % 8] : undefined;

function shown({ look: { colour, isBold }, text }: Piece, shownText: ShownLine): Insert {
  if (colour === undefined && !isBold) {
    return shownText(text);
  }
  const classes = [colour === undefined ? '' : `t-${colour}`, isBold ? 't-bold' : ''].filter(Boolean).join(' ');
  return html`<span class="${classes}">${shownText(text)}</span>`;
}

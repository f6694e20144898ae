import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const file = './turn.mjs';
const { takeTurn } = (await import(file)) as {
  readonly takeTurn: (directory: string, say: (sentence: string) => void) => Promise<() => void>;
};

/** No process has it: larger than any that systems give out. */
const NO_PROCESS = 2 ** 30;

let directory: string;

beforeEach(() => {
  directory = path.join(mkdtempSync(path.join(tmpdir(), 'slipway-turn-')), '.turn');
});
afterEach(() => {
  rmSync(path.dirname(directory), { recursive: true });
});

describe('takeTurn', () => {
  it('lets the second start wait until the first has ended its turn', async () => {
    const said: string[] = [];
    const endFirst = await takeTurn(directory, (sentence) => said.push(sentence));
    const second = takeTurn(directory, (sentence) => said.push(sentence));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(said).toEqual(['Waiting for another start to finish installing and building ...']);

    endFirst();
    const endSecond = await second;
    endSecond();

    expect(existsSync(directory)).toBe(false);
  });

  it('takes over from a start that was killed', async () => {
    mkdirSync(directory);
    writeFileSync(path.join(directory, 'pid'), String(NO_PROCESS));

    const end = await takeTurn(directory, () => undefined);

    end();
    expect(existsSync(directory)).toBe(false);
  });

  it('takes over from a killed start whose number another process has by now', async () => {
    await takeTurn(directory, () => undefined);
    const [pid = '', started] = readFileSync(path.join(directory, 'pid'), 'utf8').split(' ');
    writeFileSync(path.join(directory, 'pid'), `${pid} ${Number(started) - 1}`);
    const said: string[] = [];

    const end = await takeTurn(directory, (sentence) => said.push(sentence));

    end();
    expect([said, existsSync(directory)]).toEqual([[], false]);
  });
});

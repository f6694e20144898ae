const file = './progress.mjs';
const { withProgress } = (await import(file)) as {
  readonly withProgress: (
    what: string,
    work: () => Promise<number>,
    say: (line: string) => void,
    terminal: { readonly isTTY: boolean; write(text: string): void },
  ) => Promise<number>;
};

let written: string[];
const note = (text: string): void => {
  written.push(text);
};
beforeEach(() => {
  written = [];
});

describe('withProgress', () => {
  it('says what is done and how long it took', async () => {
    expect(await withProgress('Compiling', () => Promise.resolve(7), note, { isTTY: false, write: note })).toBe(7);
    expect(written).toEqual(['Compiling ...', 'Compiling ... 0 s']);
  });

  it('counts the seconds in one line of a terminal, which ends when the work fails', async () => {
    const work = () => new Promise<number>((_resolve, reject) => setTimeout(() => reject(new Error('broken')), 1100));

    await expect(withProgress('Compiling', work, note, { isTTY: true, write: note })).rejects.toThrow('broken');
    expect(written).toEqual(['\rCompiling ... 0 s', '\rCompiling ... 1 s', '\rCompiling ... 1 s\n']);
  });
});

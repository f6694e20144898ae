import { Readable } from 'node:stream';
import { withoutDirectories } from './told-texts.js';

const DIRECTORY = '/data/é/1.git';
const packet = (band: number, text: string | Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from([band]), Buffer.from(text)]);
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);
};
const FLUSH = Buffer.from('0000');

/** What comes of these bytes, when they come `size` at a time. */
async function answered(bytes: Buffer, size: number): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) {
      await Promise.resolve();
      yield bytes.subarray(at, at + size);
    }
  }
  const answer: Buffer[] = [];
  for await (const chunk of withoutDirectories(chunks(), [DIRECTORY])) {
    answer.push(chunk);
  }
  return Buffer.concat(answer);
}

describe('withoutDirectories', () => {
  const told = `error: Unable to create '${DIRECTORY}/refs/heads/main.lock': File exists.\nResolving: 50%\rdone`;
  const shown = `error: Unable to create 'refs/heads/main.lock': File exists.\nResolving: 50%\r`;
  const report = packet(1, `0030unpack ok ${DIRECTORY}/x`);

  it.each([1, 7, 65_536])('takes them out of what is told, %i bytes at a time, and leaves the report', async (size) => {
    const texts = Buffer.from(told);
    const [cut, other] = [texts.subarray(0, 31), texts.subarray(31)]; // within the directory
    const answer = await answered(Buffer.concat([packet(2, cut), packet(2, other), report, FLUSH]), size);

    expect(answer.toString()).toBe(Buffer.concat([packet(2, shown), packet(2, 'done'), report, FLUSH]).toString());
  });

  it('passes on what is no packet, and what was cut off', async () => {
    for (const bytes of [Buffer.from('no packets at all'), Buffer.from('00ffcut')]) {
      expect(await answered(bytes, 3)).toEqual(bytes);
    }
  });

  it('begins no answer that is empty', async () => {
    const none = withoutDirectories(Readable.from([]), [DIRECTORY]);

    expect(await none.next()).toEqual({ done: true, value: undefined });
  });

  it('holds no line without end', async () => {
    const long = Buffer.concat(Array.from({ length: 20 }, () => packet(2, 'x'.repeat(1000))));

    const answer = await answered(long, 65_536);

    expect(answer.toString().replaceAll(/[^x]/g, '')).toHaveLength(20_000);
    expect(answer.subarray(0, 5)).toEqual(packet(2, 'x'.repeat(9000)).subarray(0, 5));
  });
});

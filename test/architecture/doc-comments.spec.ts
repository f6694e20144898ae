import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const MIGRATIONS = path.join('platform', 'database', 'migrations');
const DECLARATION = /^export (?:default )?(?:abstract )?(?:async )?(?:function\*? (\w+)|class (\w+Service)\b)/;

/** The names of exported functions and services of a text before which no doc comment stands. */
function undocumented(text: string): string[] {
  const lines = text.split('\n');
  const documented = new Set<string>();
  return lines.flatMap((line, at) => {
    const [, functionName, className] = DECLARATION.exec(line) ?? [];
    const name = functionName ?? className;
    if (name === undefined || documented.has(name)) {
      return [];
    }
    documented.add(name); // of overloads, the first speaks for all
    const before = lines.slice(0, at).findLast((earlier) => !earlier.startsWith('@'));
    return before?.endsWith('*/') ? [] : [name];
  });
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith(MIGRATIONS),
);

describe('every exported function and service', () => {
  it('says in a doc comment what it answers', () => {
    const missing = sources.flatMap((file) =>
      undocumented(readFileSync(path.join('src', file), 'utf8')).map((name) => `${file}: ${name}`),
    );

    expect(sources.length).toBeGreaterThan(1000);
    expect(missing).toEqual([]);
  });

  it.each([
    ['/** Says. */\nexport function say(): void {}', []],
    ['/** Says. */\nexport function say(): void;\nexport function say(loud?: boolean): void {}', []],
    ['/** Says. */\n@Injectable()\nexport class SpeechService {}', []],
    ['export class Speech {}', []],
    ['const a = 1;\n\nexport async function say(): Promise<void> {}', ['say']],
    ['@Injectable()\nexport class SpeechService {}', ['SpeechService']],
  ])('is read from %j', (text, expected) => {
    expect(undocumented(text)).toEqual(expected);
  });
});

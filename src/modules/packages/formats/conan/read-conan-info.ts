/** Information about a binary package from its `conaninfo.txt`, as searches return it (contract: packages §5.7). */
export interface ConanInfo {
  readonly settings: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly requires: readonly string[];
  readonly full_requires: readonly string[];
  readonly recipe_hash: string;
}

const MAX_LINES = 2000;
const SECTION = /^\[(\w+)\]$/;

/** Reads the relevant sections and skips everything else. */
export function readConanInfo(text: string): ConanInfo {
  const sections = sectionsOf(text);
  const linesOf = (name: string): readonly string[] => sections.get(name) ?? [];
  return {
    settings: pairs(linesOf('settings')),
    options: pairs(linesOf('options')),
    requires: linesOf('requires'),
    full_requires: linesOf('full_requires'),
    recipe_hash: linesOf('recipe_hash')[0] ?? '',
  };
}

function sectionsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text
    .replaceAll('\0', '')
    .split(/\r?\n/, MAX_LINES)
    .map((written) => written.trim())) {
    const name = SECTION.exec(line)?.[1];
    if (name !== undefined) {
      lines = [];
      sections.set(name, lines);
    } else if (line !== '') {
      lines.push(line);
    }
  }
  return sections;
}

const pairs = (lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

import { readFile } from 'node:fs/promises';

/** The fenced blocks of a page below docs/, in order, with these texts replaced. */
export async function blocksOf(
  page: string,
  language: string,
  replacements: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const text = await readFile(`docs/${page}`, 'utf8');
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, name]) => name === language)
    .map(([, , block = '']) =>
      Object.entries(replacements).reduce((changed, [from, to]) => changed.replaceAll(from, to), block),
    );
}

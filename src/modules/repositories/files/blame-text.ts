const HEAD = /^([0-9a-f]{40}) \d+ \d+/;

export interface BlameGroup {
  readonly commitId: string;
  readonly lines: readonly string[];
}

/** Reads `git blame --porcelain`: a head for each line, what is known of its commit, the line itself behind a tab. */
export function readBlame(text: string): BlameGroup[] {
  const groups: { commitId: string; lines: string[] }[] = [];
  let commitId = '';
  for (const line of text.split('\n')) {
    if (!line.startsWith('\t')) {
      commitId = HEAD.exec(line)?.[1] ?? commitId;
      continue;
    }
    const last = groups.at(-1);
    const group = last?.commitId === commitId ? last : { commitId, lines: [] };
    if (group !== last) {
      groups.push(group);
    }
    group.lines.push(line.slice(1));
  }
  return groups;
}

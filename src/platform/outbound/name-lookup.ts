import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { FairSlots } from '../../common/concurrency/fair-slots.js';

export interface NameSources {
  /** File of names with fixed addresses, which are used before any server is asked. */
  readonly hostsFile: string;
  /** DNS servers; those of the system by default. */
  readonly servers?: readonly string[];
  /** Asks the system's resolver when the servers do not know the name. */
  readonly askSystem?: (name: string) => Promise<readonly string[]>;
}

const OF_SYSTEM: NameSources = { hostsFile: '/etc/hosts' };
/** Two tries, each over all servers in sequence. */
const TRY_MS = 500;
const TRIES = 2;
const LOOKUP_MS = 2000;
/**
 * Limits lookups by the system's resolver to one of its two threads; the other is left for the database and other
 * servers of this service. A zone may deny a name when its servers are asked directly, and not answer the system: names
 * chosen by users must not occupy both threads.
 */
const SYSTEM_LOOKUPS = new FairSlots({ atOnce: 1, atOncePerKey: 1, waiting: 1000, timeoutMs: LOOKUP_MS / 2 });
/** Answers that mean that the servers do not know the name; a search domain, or another source of the system, may. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Returns the addresses of a name, IPv4 first; none when nothing answers in time. The servers are queried directly: a
 * lookup by the system holds one of very few threads until it ends, and a zone whose servers do not answer would delay
 * all other lookups (contract: integrations §8.1). The system is asked only for names that the servers do not know.
 */
export async function addressesOf(name: string, sources = OF_SYSTEM): Promise<readonly string[]> {
  if (isIP(name) !== 0) {
    return [name];
  }
  const found = addressesFrom(name, sources).catch(() => []);
  const late = new Promise<[]>((resolve) => setTimeout(resolve, LOOKUP_MS, []).unref());
  return Promise.race([found, late]);
}

async function addressesFrom(
  name: string,
  { hostsFile, servers, askSystem = ofSystem }: NameSources,
): Promise<readonly string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const own = text.split('\n').flatMap((line) => addressIn(line, name));
  return own.length > 0 ? own : ((await ask(name, servers)) ?? SYSTEM_LOOKUPS.run(name, () => askSystem(name)));
}

/** Parses a line `<address> <name> <name> # ...`. */
function addressIn(line: string, name: string): string[] {
  const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
  return isIP(address) !== 0 && names.some((named) => named.toLowerCase() === name) ? [address] : [];
}

/** Null when the servers do not know the name. */
async function ask(name: string, servers?: readonly string[]): Promise<readonly string[] | null> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) {
    resolver.setServers(servers);
  }
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const isUnknown = answers.every((answer) => answer.status === 'rejected' && UNKNOWN.has(codeOf(answer.reason)));
  return isUnknown ? null : found;
}

async function ofSystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { FairSlots } from '../../common/concurrency/fair-slots.js';

export interface NameSources {
  /** Names with addresses of their own, before any server is asked. */
  readonly hostsFile: string;
  /** Those of the system when absent. */
  readonly servers?: readonly string[];
  /** What the system says where the servers know of no such name. */
  readonly askSystem?: (name: string) => Promise<readonly string[]>;
}

const OF_SYSTEM: NameSources = { hostsFile: '/etc/hosts' };
/** Twice, and each time all servers one after the other. */
const TRY_MS = 500;
const TRIES = 2;
const LOOKUP_MS = 2000;
/**
 * The system looks up two names at once at the most, also those of the database and other servers of this service. A zone
 * may say that it has no such name when its servers are asked from here, and be silent when the system asks them: names
 * that others chose hold one of the two places.
 */
const SYSTEM_LOOKUPS = new FairSlots({ atOnce: 1, atOncePerKey: 1, waiting: 1000, timeoutMs: LOOKUP_MS / 2 });
/** Servers that say so know of no such name; a search domain, or another source of the system, may. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * The addresses of a name, those of version 4 first; none when nobody answers in time. The servers are asked from here:
 * lookups of the system hold one of very few threads until they end, and a zone whose servers are silent would delay
 * the lookups of everybody else (contract: integrations §8.1). The system is asked for what the servers do not know.
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

/** Of `<address> <name> <name> # ...`. */
function addressIn(line: string, name: string): string[] {
  const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
  return isIP(address) !== 0 && names.some((named) => named.toLowerCase() === name) ? [address] : [];
}

/** Null where the servers know of no such name. */
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

// Asks a list in all its variants, one request after the other, and answers medians in milliseconds.
import { median } from '../support/median.mjs';

const CALLS = 5;
/** A slow variant is asked less often: no more calls begin after this time, and its first answer counts. */
const ENOUGH_MS = 300;
const LONGEST_MS = 10_000;
const PER_PAGE = 20;
/** The contract's limit of offsets where a list has keyset pagination, too. */
const DEEPEST_ROW = 50_000;
const NEXT = new Set(['cursor', 'id_after', 'id_before', 'page_token']);
const REFUSED = new Set([401, 403, 404]);
const REFUSALS = new Set([...REFUSED].map((status) => `status ${status}`));
/** Answers of lists without keyset pagination, or without this order of it. */
const NO_KEYSET = new Set(['status 400', 'status 405']);
const WAYS = ['asc', 'desc'];

/**
 * Answers `{ variant, target, ms, fastest, rows, problem }` of each variant; nothing when the caller may not read the
 * list.
 */
export async function measureList(api, list, token) {
  const ask = (query) => request(`${api}${list.target}?${query}`, token);
  const first = await ask('');
  const isRecord = list.keysets.length === 0;
  if (REFUSED.has(first.status) || (isRecord && first.status >= 400)) {
    return []; // a record that is asked with a credential of its own answers 400
  }
  const measured = [];
  const note = async (variant, query) => {
    const answer = await medianOf(() => ask(query));
    const problem = answer.status >= 200 && answer.status < 300 ? undefined : `status ${answer.status}`;
    const { ms, fastest, body } = answer;
    measured.push({ variant, target: `${list.target}?${query}`, ms, fastest, rows: rowsIn(body), problem });
    return answer;
  };
  for (const { name, query } of first.ms < LONGEST_MS ? list.plain : list.plain.slice(0, 1)) {
    await note(name, query);
  }
  if (first.ms >= LONGEST_MS) {
    return measured; // the first page is not answered: the others would wait as long
  }
  const deepest = isRecord ? 0 : deepestPage(first);
  if (deepest > 1) {
    await note('deepest offset', `page=${deepest}`);
  }
  for (const order of list.keysets) {
    await measureKeyset({ list, order, ask, note, deepest });
  }
  const isRefused = ({ variant, problem }) =>
    REFUSALS.has(problem) || (variant.startsWith('keyset') && variant.endsWith('first') && NO_KEYSET.has(problem));
  return measured.filter((cell) => !isRefused(cell));
}

/** What a request costs at this moment that asks the database for nothing but its token: shows how busy the machine is. */
export async function measureReference(api, token) {
  return (await medianOf(() => request(`${api}/version`, token))).ms;
}

async function measureKeyset({ list, order, ask, note, deepest }) {
  const queryOf = (sort) => `pagination=keyset&order_by=${order}&sort=${sort}`;
  const next = {};
  for (const sort of WAYS) {
    next[sort] = nextOf(await note(`keyset ${order} ${sort}, first`, queryOf(sort)));
  }
  for (const sort of WAYS.filter((way) => next[way] !== undefined)) {
    const opposite = next[sort === 'asc' ? 'desc' : 'asc'];
    const offset = list.hasOrders ? `order_by=${order}&sort=${sort}` : '';
    const row = async () => (await ask(`${offset}&page=${Math.max(1, Math.floor(deepest / 2))}`)).body?.[0];
    const middle = await middleOf({ next: next[sort], opposite, order, row });
    if (middle !== undefined) {
      await note(`keyset ${order} ${sort}, middle`, `${queryOf(sort)}&${middle}`);
    }
  }
}

/**
 * What leads to the middle of the list: the mean of the ids at both ends, and for other orders the place of a row that
 * an offset found. Undefined where rows do not show what the cursor holds.
 */
async function middleOf({ next, opposite, order, row }) {
  const [name, value] = next;
  if (name !== 'cursor') {
    return opposite && `${name}=${Math.floor((Number(value) + Number(opposite[1])) / 2)}`;
  }
  const cursor = decoded(value);
  const end = opposite && decoded(opposite[1]);
  if (order === 'id' && typeof cursor.id === 'number' && typeof end?.id === 'number') {
    return inQuery({ ...cursor, id: Math.floor((cursor.id + end.id) / 2) });
  }
  const found = await row();
  const id = found?.id ?? found?.name;
  return id === undefined || found[order] === undefined ? undefined : inQuery({ ...cursor, [order]: found[order], id });
}

const decoded = (cursor) => JSON.parse(Buffer.from(cursor, 'base64url').toString());
const inQuery = (cursor) => `cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`;

/** The parameter that the link to the next page adds. */
function nextOf({ link }) {
  const url = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
  return url && [...new URL(url).searchParams].find(([name]) => NEXT.has(name));
}

function deepestPage({ total, status }) {
  const last = status >= 300 || total === null ? DEEPEST_ROW : Math.min(Number(total), DEEPEST_ROW);
  return Math.floor(last / PER_PAGE);
}

const rowsIn = (body) => (Array.isArray(body) ? body.length : body === null ? 0 : 1);

/** Of the warm calls: the first one does not count, unless it is slow or refused. */
async function medianOf(work) {
  const begun = performance.now();
  let answer = await work();
  if (answer.ms >= ENOUGH_MS || answer.status >= 400) {
    return { ...answer, fastest: answer.ms };
  }
  const times = [];
  while (times.length === 0 || (times.length < CALLS && performance.now() - begun < ENOUGH_MS)) {
    answer = await work();
    times.push(answer.ms);
  }
  return { ...answer, ms: median(times), fastest: Math.min(...times) };
}

async function request(url, token) {
  const started = performance.now();
  try {
    const response = await fetch(url, {
      headers: token === undefined ? {} : { 'PRIVATE-TOKEN': token },
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    const text = await response.text();
    return {
      ms: performance.now() - started,
      status: response.status,
      total: response.headers.get('x-total'),
      link: response.headers.get('link'),
      body: JSON.parse(text),
    };
  } catch (error) {
    if (error.name !== 'TimeoutError') {
      throw error;
    }
    return { ms: LONGEST_MS, status: 0, total: null, link: null, body: null };
  }
}

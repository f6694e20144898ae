import type { Plan, Step } from '../step.js';
import { canClose, closeChain } from './close-chain.js';
import { closedKeysIn, keysIn } from './issue-keys.js';
import { mentionChain } from './mention-chain.js';
import { sourcesOf } from './source.js';
import type { Source } from './source.js';
import { TrackerApi } from './tracker-api.js';

const MOST_ISSUES = 100;

/** A separate chain for each issue that a commit or merge request mentions (contract: integrations §6.3). */
export const trackerPlan: Plan = (event, settings, context) => {
  const sources = sourcesOf(event, context);
  const issues = new Set([...new Set(sources.flatMap(({ text }) => keysIn(text)))].slice(0, MOST_ISSUES));
  const api = new TrackerApi(settings);
  const chainsOf = (source: Source): readonly Step[] => {
    const closed = new Set(source.mayClose && canClose(settings) ? closedKeysIn(source.text) : []);
    return keysIn(source.text)
      .filter((issue) => issues.has(issue))
      .flatMap((issue) => {
        const naming = { issue, source, api, settings, instanceUrl: context.instanceUrl };
        return closed.has(issue) ? closeChain(naming) : mentionChain(naming);
      });
  };
  return sources.flatMap(chainsOf);
};

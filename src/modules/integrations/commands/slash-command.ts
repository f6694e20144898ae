/** What the text of a slash command asks for (contract: integrations §9). */
export type SlashCommand =
  | { readonly name: 'help' }
  | { readonly name: 'pipeline'; readonly ref: string; readonly variables: readonly CommandVariable[] }
  | { readonly name: 'status'; readonly ref: string }
  | { readonly name: 'alerts' }
  | { readonly name: 'alert'; readonly act: AlertAct; readonly iid: number };

export interface CommandVariable {
  readonly key: string;
  readonly value: string;
}

const ALERT_ACTS = ['ack', 'resolve'] as const;
export type AlertAct = (typeof ALERT_ACTS)[number];

const HELP: SlashCommand = { name: 'help' };
const IID = /^[1-9]\d{0,14}$/;

/** Text that is not a known command counts as `help`. */
export function readSlashCommand(text: string): SlashCommand {
  const [name = '', ...words] = text.trim().split(/\s+/);
  const [first, second] = words;
  switch (name.toLowerCase()) {
    case 'pipeline':
      return first === undefined ? HELP : pipelineOf(first, words.slice(1));
    case 'status':
      return first === undefined || words.length > 1 ? HELP : { name: 'status', ref: first };
    case 'alerts':
      return words.length > 0 ? HELP : { name: 'alerts' };
    case 'alert':
      return words.length > 2 ? HELP : alertOf(first, second);
    default:
      return HELP;
  }
}

function pipelineOf(ref: string, pairs: readonly string[]): SlashCommand {
  const variables = pairs.flatMap((pair) => {
    const sign = pair.indexOf('=');
    return sign > 0 ? [{ key: pair.slice(0, sign), value: pair.slice(sign + 1) }] : [];
  });
  return variables.length === pairs.length ? { name: 'pipeline', ref, variables } : HELP;
}

function alertOf(word: string | undefined, number: string | undefined): SlashCommand {
  const act = ALERT_ACTS.find((known) => known === word?.toLowerCase());
  return act !== undefined && number !== undefined && IID.test(number)
    ? { name: 'alert', act, iid: Number(number) }
    : HELP;
}

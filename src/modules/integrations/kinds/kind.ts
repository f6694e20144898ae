import type { Flag } from './flags.js';
import type { ObjectKind } from './object-kind.js';
import { text } from './param.js';
import type { Param, SettingValue } from './param.js';
import { ACTIVE } from './shared-params.js';
import { signingSecretForm } from './signing-secret.js';
import type { StatusRead } from './status-read.js';
import type { IntegrationEvent, Plan, PlanContext, TestCalls } from './step.js';

export type Category =
  'chat' | 'ci' | 'issue tracker' | 'mail' | 'monitoring' | 'commits' | 'wiki' | 'commands' | 'packages';

/** How a kind sends; `none` never sends because of an event. */
export type Transport = 'http' | 'mail' | 'tcp' | 'none';

/** A change of settings, before it is stored: null resets a parameter to its default. */
export interface SettingsChange {
  /** The values that were sent, found well-formed. */
  readonly sent: ReadonlyMap<string, SettingValue | null>;
  /** The stored values; empty before the first change. */
  readonly stored: ReadonlyMap<string, SettingValue>;
}

/** Further effects of a change of settings. */
export interface Consequences {
  readonly changes?: Readonly<Record<string, SettingValue | null>>;
  /** Errors of the combination of settings, by parameter. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** A kind of integration: its settings and the events that it receives (contract: integrations §5, §11). */
export interface IntegrationKind {
  readonly slug: string;
  /** Name of the kind in client libraries. */
  readonly alias: string;
  readonly title: string;
  readonly category: Category;
  readonly transport: Transport;
  readonly params: readonly Param[];
  /** Flags that can be set. */
  readonly flags: readonly Flag[];
  /** The flags that are off by default. */
  readonly flagsOffAtFirst: readonly Flag[];
  /** Events that cause deliveries; empty for kinds that never send. */
  readonly events: readonly ObjectKind[];
  readonly onlyInDevelopment: boolean;
  /** Additional data that is gathered for its plan: it costs reads that other kinds do not need. */
  readonly gathers: readonly ('diff' | 'failed_job_logs' | 'identity_token')[];
  /**
   * Payload path that identifies the object of an event, for kinds where an older state must not follow a newer one.
   */
  readonly ordersBy: readonly string[] | undefined;
  /** Whether an event that passed the filters gives the kind something to do (contract: integrations §6.5). */
  readonly guard: (event: IntegrationEvent, context: PlanContext) => boolean;
  /** The calls that an event causes; called only for the events in `events`. */
  readonly plan: Plan;
  /** How to read the status of a commit; undefined for kinds without statuses. */
  readonly status: StatusRead | undefined;
  /** Calls of a test, if it does not send a sample event. */
  readonly test: TestCalls | undefined;
  /** Effects of parameters on each other. */
  readonly consequences: (change: SettingsChange) => Consequences;
}

type Definition = Pick<IntegrationKind, 'slug' | 'alias' | 'title' | 'category' | 'transport' | 'params'> &
  Partial<IntegrationKind>;

export const SIGNING_SECRET = 'signing_secret';
const signingSecret = text(SIGNING_SECRET, { secret: true, check: signingSecretForm });

export const defineKind = (definition: Definition): IntegrationKind => ({
  flags: [],
  flagsOffAtFirst: [],
  events: [],
  onlyInDevelopment: false,
  gathers: [],
  ordersBy: undefined,
  guard: () => true,
  plan: () => [],
  status: undefined,
  test: undefined,
  consequences: () => ({}),
  ...definition,
  params: definition.transport === 'http' ? [...definition.params, signingSecret] : definition.params,
});

/** The value of a parameter after the change. */
export function valueAfter({ sent, stored }: SettingsChange, name: string): SettingValue | null {
  const value = sent.get(name);
  return value === undefined ? (stored.get(name) ?? null) : value;
}

/** Whether the kind supports test calls (contract: integrations §8.6). */
export const isTestable = ({ events, test }: IntegrationKind): boolean => events.length > 0 || test !== undefined;

/** Whether the parameter `active` decides if a change switches the integration on; otherwise every change does. */
export const takesActive = ({ params }: IntegrationKind): boolean => params.includes(ACTIVE);

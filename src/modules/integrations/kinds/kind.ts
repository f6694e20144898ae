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

/** What a kind sends by; `none` never sends because of an event. */
export type Transport = 'http' | 'mail' | 'tcp' | 'none';

/** A change of settings, before it is stored: null resets a parameter to its default. */
export interface SettingsChange {
  /** What was sent, read and found well-formed. */
  readonly sent: ReadonlyMap<string, SettingValue | null>;
  /** What is stored; empty before the first change. */
  readonly stored: ReadonlyMap<string, SettingValue>;
}

/** What follows from a change beside what was sent. */
export interface Consequences {
  readonly changes?: Readonly<Record<string, SettingValue | null>>;
  /** What is wrong with the whole, by parameter. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** A kind of integration: what it is set up with and what it is told of (contract: integrations §5, §11). */
export interface IntegrationKind {
  readonly slug: string;
  /** What client libraries call it. */
  readonly alias: string;
  readonly title: string;
  readonly category: Category;
  readonly transport: Transport;
  readonly params: readonly Param[];
  /** Flags that its settings take. */
  readonly flags: readonly Flag[];
  /** Of all flags, those that are off at first. */
  readonly flagsOffAtFirst: readonly Flag[];
  /** What its deliveries are made of; none for kinds that never send. */
  readonly events: readonly ObjectKind[];
  readonly onlyInDevelopment: boolean;
  /** What is gathered for its plan beside the event: it costs reads that others need not pay. */
  readonly gathers: readonly ('diff' | 'failed_job_logs' | 'identity_token')[];
  /** Path of what an event is about, where an older state of it must not follow a newer one. */
  readonly ordersBy: readonly string[] | undefined;
  /** Whether an event that passed the filters has something to do for it (contract: integrations §6.5). */
  readonly guard: (event: IntegrationEvent, context: PlanContext) => boolean;
  /** What an event makes it send; only events of `events` are asked about. */
  readonly plan: Plan;
  /** How it is asked what became of a commit; undefined for kinds that cannot tell. */
  readonly status: StatusRead | undefined;
  /** What a test sends instead of a sample event. */
  readonly test: TestCalls | undefined;
  /** What parameters mean for each other. */
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

/** The value that a parameter has once the change is made. */
export function valueAfter({ sent, stored }: SettingsChange, name: string): SettingValue | null {
  const value = sent.get(name);
  return value === undefined ? (stored.get(name) ?? null) : value;
}

/** Whether a test call can be made of it (contract: integrations §8.6). */
export const isTestable = ({ events, test }: IntegrationKind): boolean => events.length > 0 || test !== undefined;

/** Whether a change switches it on by itself, or as its parameter `active` says. */
export const takesActive = ({ params }: IntegrationKind): boolean => params.includes(ACTIVE);

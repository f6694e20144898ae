import type { ObjectKind } from './object-kind.js';
import type { SettingValue } from './param.js';

/** JSON that is sent, received or stored. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Something that happened in a project (contract: integrations §4.2). */
export interface IntegrationEvent {
  readonly uuid: string;
  readonly objectKind: ObjectKind;
  /** `confidential_issue`, `confidential_note`, or the object kind. */
  readonly eventType: string;
  /** The JSON that kinds of the hook type send. */
  readonly payload: Readonly<Record<string, Json>>;
}

/** Values of parameters and flags, including secrets; settings that were not set have their default. */
export type Settings = ReadonlyMap<string, SettingValue>;

/** An open merge request of the project, as known from events. */
export interface OpenMergeRequest {
  readonly iid: number;
  readonly sourceBranch: string;
  readonly targetBranch: string;
}

/**
 * Data that a plan may use in addition to the event; gathered before the plan is called (contract: integrations §11).
 */
export interface PlanContext {
  /** URL of the service, without a trailing slash. */
  readonly instanceUrl: string;
  /** Base address of the kind's vendor, or the operator's replacement; empty for kinds without a vendor. */
  readonly base: string;
  readonly defaultBranch: string | null;
  readonly openMergeRequests: readonly OpenMergeRequest[];
  /** Diff of the pushed range, for kinds that need it; null if there is none. */
  readonly diff: string | null;
  /** Ends of the logs of failed jobs by job id, for kinds that need them. */
  readonly failedJobLogs: ReadonlyMap<string, string>;
  /** Whether the project sends mail at all. */
  readonly sendsMail: boolean;
  /** Domain of the address that the instance sends mail from. */
  readonly mailDomain: string;
  /** For kinds that need one and whose settings name an account; null before it is gathered. */
  readonly identityToken: IdentityToken | null;
}

/** The token for a receiver behind an identity-aware proxy, or why there is none (contract: integrations §6.6). */
export type IdentityToken = { readonly token: string } | { readonly problem: string };

export interface HttpCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** URL without the parameters of `query`. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: { readonly username: string; readonly password: string };
  readonly body?:
    | { readonly json: Json }
    | { readonly form: Readonly<Record<string, string>> }
    | { readonly xml: string }
    /** The payload of the event as JSON, with the headers of hooks (contract: integrations §8.4). */
    | { readonly hook: Json };
  /** False if the settings turn the check off. */
  readonly verifyTls?: boolean;
  /** Member of a JSON answer that gives the seconds to wait, like Retry-After. */
  readonly retryAfterMember?: string;
  /** Every answer counts as success, whatever its status. */
  readonly anyAnswer?: boolean;
  /** Statuses other than 2xx that count as success. */
  readonly alsoDone?: readonly number[];
  /** The only status that counts as success, for calls where not every 2xx does. */
  readonly onlyDone?: number;
}

export interface MailCall {
  readonly to: string;
  /** Sender and reply address, if not the instance's own. */
  readonly from?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TcpCall {
  readonly host: string;
  readonly port: number;
  /** Each line is sent with a line break at its end; then the connection is closed. */
  readonly lines: readonly string[];
}

/** The settings lack something that a call needs: nothing is sent, and the text names what is missing. */
export interface NoCall {
  readonly unconfigured: string;
}

export type Call = { readonly http: HttpCall } | { readonly mail: MailCall } | { readonly tcp: TcpCall } | NoCall;

export interface StepResponse {
  readonly status: number;
  /** The body parsed as JSON; null if it is not JSON. */
  readonly json: Json;
}

/** One outbound call of a delivery, and the steps that follow from its answer (contract: integrations §8.1, §11). */
export interface Step {
  /** Unique in the delivery, and the same whenever the plan runs again: finished steps are not repeated. */
  readonly key: string;
  readonly call: Call;
  /** The small part of the answer that `next` needs; it is stored with the step. */
  readonly extract?: (response: StepResponse) => Json;
  readonly next?: (extracted: Json) => readonly Step[];
}

/** Data for test calls of kinds that read instead of sending an event. */
export interface TestContext {
  /** As in {@link PlanContext}. */
  readonly base: string;
  /** Full path of the project, including the namespaces. */
  readonly projectPath: string;
  /** Head of the default branch; zeros if there is none. */
  readonly sha: string;
  /** As in {@link PlanContext}. */
  readonly identityToken: IdentityToken | null;
}

/**
 * Calls without side effects, in place of a sample event; empty if there is nothing to test (contract: integrations
 * §8.6).
 */
export type TestCalls = (settings: Settings, context: TestContext) => readonly Step[];

/** Returns the calls that an event causes, without I/O, clock or randomness. Empty if there is nothing to send. */
export type Plan = (event: IntegrationEvent, settings: Settings, context: PlanContext) => readonly Step[];

import type { ObjectKind } from './object-kind.js';
import type { SettingValue } from './param.js';

/** JSON as it is sent, received and kept. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What happened in a project (contract: integrations §4.2). */
export interface IntegrationEvent {
  readonly uuid: string;
  readonly objectKind: ObjectKind;
  /** `confidential_issue`, `confidential_note`, or the object kind. */
  readonly eventType: string;
  /** What kinds of the hook type send as JSON. */
  readonly payload: Readonly<Record<string, Json>>;
}

/** Values of parameters and flags, secrets included; what was not set has its default. */
export type Settings = ReadonlyMap<string, SettingValue>;

/** Merge requests of the project that are open, by the events that told of them. */
export interface OpenMergeRequest {
  readonly iid: number;
  readonly sourceBranch: string;
  readonly targetBranch: string;
}

/** What a plan may know beside the event; gathered before it is asked (contract: integrations §11). */
export interface PlanContext {
  /** Address of the service, without a slash at the end. */
  readonly instanceUrl: string;
  /** Of the kind's vendor, or what the operator put in its place; empty for kinds without one. */
  readonly base: string;
  readonly defaultBranch: string | null;
  readonly openMergeRequests: readonly OpenMergeRequest[];
  /** Of the pushed range, for kinds that ask for it; null where there is none. */
  readonly diff: string | null;
  /** Ends of the logs of failed jobs by the ids of the jobs, for kinds that ask for them. */
  readonly failedJobLogs: ReadonlyMap<string, string>;
  /** Whether the project sends mail at all. */
  readonly sendsMail: boolean;
  /** Of the address that the instance sends mail from. */
  readonly mailDomain: string;
  /** For kinds that ask for one, where their settings name an account; null before it is gathered. */
  readonly identityToken: IdentityToken | null;
}

/** What a receiver behind an identity-aware proxy wants to be shown, or why there is none (contract: integrations §6.6). */
export type IdentityToken = { readonly token: string } | { readonly problem: string };

export interface HttpCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Without what `query` adds. */
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
  /** False where the settings say so. */
  readonly verifyTls?: boolean;
  /** Member of a JSON answer whose seconds count like Retry-After. */
  readonly retryAfterMember?: string;
  /** Every answer counts as done, whatever its status. */
  readonly anyAnswer?: boolean;
  /** Statuses beside 2xx that count as done. */
  readonly alsoDone?: readonly number[];
  /** The one status that counts as done, where not all of 2xx do. */
  readonly onlyDone?: number;
}

export interface MailCall {
  readonly to: string;
  /** Name and address that it comes from, and that replies go to, where it is not the instance's own. */
  readonly from?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TcpCall {
  readonly host: string;
  readonly port: number;
  /** Each is sent with a line break at its end; then the connection is closed. */
  readonly lines: readonly string[];
}

/** The settings lack what a call needs: nothing is sent, and the text says what is missing. */
export interface NoCall {
  readonly unconfigured: string;
}

export type Call = { readonly http: HttpCall } | { readonly mail: MailCall } | { readonly tcp: TcpCall } | NoCall;

export interface StepResponse {
  readonly status: number;
  /** The body read as JSON; null where it is none. */
  readonly json: Json;
}

/** One outbound call of a delivery, and what follows from its answer (contract: integrations §8.1, §11). */
export interface Step {
  /** Unique in the delivery and the same whenever the plan is asked again: what is done is not repeated. */
  readonly key: string;
  readonly call: Call;
  /** The small part of the answer that `next` needs; it is kept with the step. */
  readonly extract?: (response: StepResponse) => Json;
  readonly next?: (extracted: Json) => readonly Step[];
}

/** What test calls of kinds that read instead may know. */
export interface TestContext {
  /** As for plans. */
  readonly base: string;
  /** With the namespaces. */
  readonly projectPath: string;
  /** Head of the default branch; zeros where there is none. */
  readonly sha: string;
  /** As for plans. */
  readonly identityToken: IdentityToken | null;
}

/** Calls that leave no marks, instead of a sample event; none where there is nothing to test (contract: integrations §8.6). */
export type TestCalls = (settings: Settings, context: TestContext) => readonly Step[];

/** The calls that an event causes: without I/O, clock or randomness. None where there is nothing to send. */
export type Plan = (event: IntegrationEvent, settings: Settings, context: PlanContext) => readonly Step[];

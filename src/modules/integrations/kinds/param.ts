/** A value of a setting. */
export type SettingValue = string | number | boolean;

export type ParamType = 'text' | 'multi' | 'url' | 'link' | 'bool' | 'int' | 'word';

/** A parameter of a kind (contract: integrations §3.2, §5). */
export interface Param {
  readonly name: string;
  /** `multi` may have line breaks, `url` is requested by deliveries, `link` is only shown, `word` is one of `values`. */
  readonly type: ParamType;
  readonly required: boolean;
  /** Never shown, logged or stored in clear. */
  readonly secret: boolean;
  /** Stored like a secret, but shown in the integration's own record. */
  readonly sealed: boolean;
  readonly default: SettingValue | null;
  readonly values: readonly string[];
  /** Accepted but never shown: it only changes another parameter. */
  readonly writeOnly: boolean;
  /** Error of a value that has the right type; undefined if there is none. */
  readonly check: ((text: string) => string | undefined) | undefined;
}

type Options = Partial<Omit<Param, 'name' | 'type'>>;

const param =
  (type: ParamType) =>
  (name: string, options: Options = {}): Param => ({
    name,
    type,
    required: false,
    secret: false,
    sealed: false,
    default: null,
    values: [],
    writeOnly: false,
    check: undefined,
    ...options,
  });

export const text = param('text');
export const multi = param('multi');
export const url = param('url');
export const link = param('link');
export const bool = param('bool');
export const int = param('int');
export const word = param('word');

export const REQUIRED = { required: true } as const;
export const SEALED = { required: true, sealed: true } as const;
export const SECRET = { required: true, secret: true } as const;

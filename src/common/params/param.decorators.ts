import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { IS_BLANK, IS_INVALID, NOT_A_VALUE, tooLong } from '../errors/catalogue.js';
import { coerced, INVALID, toBoolean, toCommaList, toDay, toInteger, toList, toText, toTime } from './coerce.js';
import type { Coerce, Coerced } from './coerce.js';
import { declareParam } from './param-registry.js';

export interface ParamOptions {
  /** Missing is 400 `"<name>" not given`. */
  readonly required?: boolean;
  /** Missing is 400 `"<name>" not given` unless that other parameter is there. */
  readonly requiredUnless?: string;
  /** Older names, read when the parameter itself is absent; what is wrong with them is said of the parameter. */
  readonly aliases?: readonly string[];
  /** JSON null clears the field instead of being absent. */
  readonly nullable?: boolean;
  readonly description?: string;
}

interface ParamType<T> {
  readonly coerce: Coerce<T>;
  /** Texts about a well-typed value; none means it is fine. */
  readonly check?: (value: T) => string | undefined;
  /** An empty text for anything but text is absent (contract: conventions §3.7). */
  readonly emptyIsAbsent: boolean;
  /** JSON Schema of the parameter, for the OpenAPI description. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/**
 * Builds a parameter decorator: class-transformer reads the value, class-validator checks it, the registry describes
 * it.
 */
function param<T>(type: ParamType<T>, options: ParamOptions): PropertyDecorator {
  return (target, key) => {
    const name = String(key);
    declareParam(target.constructor, {
      name,
      required: options.required ?? false,
      requiredUnless: options.requiredUnless,
      aliases: options.aliases ?? [],
      nullable: options.nullable ?? false,
      emptyIsAbsent: type.emptyIsAbsent,
      schema: { ...type.schema, ...(options.description ? { description: options.description } : {}) },
    });
    Transform(({ value }: { value: unknown }) => read(type, value), { toClassOnly: true })(target, key);
    ValidateBy({
      name: 'param',
      validator: {
        validate: (value: unknown) => !(value instanceof Unreadable),
        defaultMessage: (args?: ValidationArguments) =>
          args?.value instanceof Unreadable ? args.value.text : IS_INVALID,
      },
    })(target, key);
  };
}

/** A value that could not be read, carrying the text for the caller; the validator turns it into the error body. */
class Unreadable {
  constructor(readonly text: string) {}
}

function read<T>(type: ParamType<T>, raw: unknown): T | Unreadable | null | undefined {
  if (raw === null || raw === undefined) {
    return raw;
  }
  const value: Coerced<T> = type.coerce(raw);
  if (!value.ok) {
    return new Unreadable(IS_INVALID);
  }
  const problem = type.check?.(value.value);
  return problem === undefined ? value.value : new Unreadable(problem);
}

/** Characters as people count them: code points, not UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;

/** Counts only where the units do not tell: a character is one or two of them. */
const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || lengthOf(text) > max);

export interface TextOptions extends ParamOptions {
  /** Longest text in characters; names default to 255 (contract: conventions §3.8). */
  readonly max?: number;
  readonly min?: number;
  /** What is said of a longer one. */
  readonly longer?: string;
  /** A blank text is refused; it always is where the parameter is required. */
  readonly blank?: boolean;
  readonly check?: (text: string) => string | undefined;
}

export function Text(options: TextOptions = {}): PropertyDecorator {
  const max = options.max ?? 255;
  const check = (text: string): string | undefined => {
    if (!(options.blank ?? !options.required) && text.trim() === '') {
      return IS_BLANK;
    }
    return isLonger(text, max) ? (options.longer ?? tooLong(max)) : options.check?.(text);
  };
  return param(
    {
      coerce: toText,
      check,
      emptyIsAbsent: false,
      schema: {
        type: 'string',
        ...(max === Infinity ? {} : { maxLength: max }),
        ...(options.min ? { minLength: options.min } : {}),
      },
    },
    options,
  );
}

/** What a list is filtered by: as long as a request target may be (contract: conventions §3.5). */
export const Filter = (): PropertyDecorator => Text({ max: Infinity });

/** Text of a form, such as an e-mail address; a longer one breaks the form. */
export function Pattern(expression: RegExp, options: ParamOptions & { max?: number } = {}): PropertyDecorator {
  const check = (text: string): string | undefined => {
    if (options.required && text.trim() === '') {
      return IS_BLANK;
    }
    return !isLonger(text, options.max ?? 255) && expression.test(text) ? undefined : IS_INVALID;
  };
  return param(
    {
      coerce: toText,
      check,
      emptyIsAbsent: false,
      schema: { type: 'string', pattern: expression.source },
    },
    options,
  );
}

export interface IntOptions extends ParamOptions {
  readonly min?: number;
  readonly max?: number;
  /** The text when the number lies outside; "is invalid" unless a page says otherwise. */
  readonly text?: string;
}

export function Int(options: IntOptions = {}): PropertyDecorator {
  const { min = -Infinity, max = Infinity } = options;
  return param(
    {
      coerce: toInteger,
      check: (value) => (value < min || value > max ? (options.text ?? IS_INVALID) : undefined),
      emptyIsAbsent: true,
      schema: {
        type: 'integer',
        ...(options.min === undefined ? {} : { minimum: min }),
        ...(options.max === undefined ? {} : { maximum: max }),
      },
    },
    options,
  );
}

export function Bool(options: ParamOptions = {}): PropertyDecorator {
  return param({ coerce: toBoolean, emptyIsAbsent: true, schema: { type: 'boolean' } }, options);
}

/** One of a closed list of words. */
export function OneOf(values: readonly string[], options: ParamOptions = {}): PropertyDecorator {
  return param(
    {
      coerce: toText,
      check: (text) => (values.includes(text) ? undefined : NOT_A_VALUE),
      emptyIsAbsent: false,
      schema: { type: 'string', enum: values },
    },
    options,
  );
}

/** One of a closed list of numbers, such as access levels. */
export function OneOfInts(values: readonly number[], options: ParamOptions = {}): PropertyDecorator {
  return param(
    {
      coerce: (raw) => {
        const value = toInteger(raw);
        return value.ok ? value : coerced(Number.NaN);
      },
      check: (value) => (values.includes(value) ? undefined : NOT_A_VALUE),
      emptyIsAbsent: true,
      schema: { type: 'integer', enum: values },
    },
    options,
  );
}

/** A calendar day as `YYYY-MM-DD`. */
export function Day(options: ParamOptions & { check?: (day: string) => string | undefined } = {}): PropertyDecorator {
  return param(
    {
      coerce: toDay,
      emptyIsAbsent: true,
      schema: { type: 'string', format: 'date' },
      ...(options.check ? { check: options.check } : {}),
    },
    options,
  );
}

export function Time(options: ParamOptions = {}): PropertyDecorator {
  return param({ coerce: toTime, emptyIsAbsent: true, schema: { type: 'string', format: 'date-time' } }, options);
}

export interface ListOptions<T> extends ParamOptions {
  readonly of: Coerce<T>;
  readonly items: Readonly<Record<string, unknown>>;
  /** Reads `1,2,3` as three elements. */
  readonly commas?: boolean;
  /** Text may stand for the list, and an empty one is blank rather than absent (contract: conventions §3.8). */
  readonly isAlsoText?: boolean;
  readonly check?: (values: T[]) => string | undefined;
}

export function ListOf<T>(options: ListOptions<T>): PropertyDecorator {
  return param(
    {
      coerce: options.commas ? toCommaList(options.of) : toList(options.of),
      emptyIsAbsent: !(options.isAlsoText ?? false),
      schema: { type: 'array', items: options.items },
      ...(options.check ? { check: options.check } : {}),
    },
    options,
  );
}

export const Texts = (options: Partial<ListOptions<string>> = {}): PropertyDecorator =>
  ListOf({ ...options, of: toText, items: { type: 'string' } });

export const Ints = (options: Partial<ListOptions<number>> = {}): PropertyDecorator =>
  ListOf({ ...options, of: toInteger, items: { type: 'integer' } });

/** A hash or any JSON value that a service reads itself. */
export function Json(
  options: ParamOptions & { check?: (value: unknown) => string | undefined } = {},
): PropertyDecorator {
  return param(
    {
      coerce: (raw: unknown): Coerced<unknown> => (raw === undefined ? INVALID : coerced(raw)),
      emptyIsAbsent: true,
      schema: {},
      ...(options.check ? { check: options.check } : {}),
    },
    options,
  );
}

import { Transform } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import type { ValidationOptions } from 'class-validator';
import { IS_BLANK, IS_INVALID, NOT_A_VALUE, tooLong } from '../errors/catalogue.js';
import { isBlank } from '../text/is-blank.js';
import { isLonger } from '../text/is-longer.js';
import {
  coerced,
  INVALID,
  toBoolean,
  toCommaList,
  toDay,
  toExactInteger,
  toInteger,
  toList,
  toText,
  toTime,
} from './coerce.js';
import type { Coerce, Coerced } from './coerce.js';
import { declareParam } from './param-registry.js';
import type { DeclaredParam } from './param-registry.js';

export interface ParamOptions {
  /** When missing: 400 `"<name>" not given`. */
  readonly required?: boolean;
  /** When missing: 400 `"<name>" not given`, unless this other parameter is given. */
  readonly requiredUnless?: string;
  /** Older names, read when the parameter itself is absent; errors name the parameter. */
  readonly aliases?: readonly string[];
  /** JSON null clears the field instead of being absent. */
  readonly nullable?: boolean;
  /** Treated as absent when the sender is not an administrator. */
  readonly onlyFromAdmins?: boolean;
  readonly description?: string;
}

interface ParamType {
  readonly coerce: Coerce<unknown>;
  /** Checks in this order; only the first failure is reported. */
  readonly checks: readonly PropertyDecorator[];
  /** Whether an empty text counts as absent, as for all types but text (contract: conventions §3.7). */
  readonly emptyIsAbsent: boolean;
  /** Whether an empty text clears the field like null (contract: conventions §3.7). */
  readonly emptyClears?: boolean | undefined;
  readonly blankIsAbsent?: DeclaredParam['blankIsAbsent'];
  readonly isCommaList?: boolean;
  readonly keysetWords?: readonly string[] | undefined;
  /** JSON Schema of the parameter, for the OpenAPI description. */
  readonly schema: Readonly<Record<string, unknown>>;
}

const INVALID_TEXT: ValidationOptions = { message: IS_INVALID };

/**
 * Builds a parameter decorator: class-transformer reads the value, class-validator checks it, the registry describes
 * it.
 */
function param({ coerce, checks, schema, ...type }: ParamType, options: ParamOptions): PropertyDecorator {
  return (target, key) => {
    declareParam(target.constructor, {
      name: String(key),
      required: options.required ?? false,
      requiredUnless: options.requiredUnless,
      aliases: options.aliases ?? [],
      nullable: options.nullable ?? false,
      onlyFromAdmins: options.onlyFromAdmins ?? false,
      emptyIsAbsent: type.emptyIsAbsent,
      emptyClears: type.emptyClears ?? false,
      blankIsAbsent: type.blankIsAbsent,
      isCommaList: type.isCommaList ?? false,
      keysetWords: type.keysetWords ?? [],
      schema: { ...schema, ...(options.description ? { description: options.description } : {}) },
    });
    Transform(({ value }: { value: unknown }) => read(coerce, value), { toClassOnly: true })(target, key);
    IsOptional()(target, key);
    checks.forEach((check) => {
      check(target, key);
    });
  };
}

/** Marks a value that could not be converted; it satisfies no type check. */
class Unreadable {}
const UNREADABLE = new Unreadable();

function read(coerce: Coerce<unknown>, raw: unknown): unknown {
  if (raw === null || raw === undefined) {
    return raw;
  }
  const value = coerce(raw);
  return value.ok ? value.value : UNREADABLE;
}

const IsReadable = (): PropertyDecorator =>
  ValidateBy({ name: 'isReadable', validator: { validate: (value) => value !== UNREADABLE } }, INVALID_TEXT);

/** A custom check: returns the error for a value of this type, undefined when it is valid. */
const Check = <T>(name: string, isType: (value: unknown) => value is T, check: (value: T) => string | undefined) => {
  let text: string | undefined;
  return ValidateBy({
    name,
    validator: {
      validate: (value) => {
        text = isType(value) ? check(value) : undefined;
        return text === undefined;
      },
      /**
       * Called right after a value was refused, so that it need not be checked again, which may take millions of
       * characters.
       */
      defaultMessage: () => text ?? IS_INVALID,
    },
  });
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is Date => value instanceof Date;
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isAnything = (value: unknown): value is unknown => value !== UNREADABLE;
const isListOf =
  <T>(isOne: (value: unknown) => value is T) =>
  (values: unknown): values is T[] =>
    Array.isArray(values) && values.every(isOne);

const IsNotBlank = (): PropertyDecorator =>
  Check('isNotBlank', isText, (text) => (isBlank(text) ? IS_BLANK : undefined));

/** Not class-validator's MaxLength, which does not count some characters. */
const IsNotLonger = (max: number, text: string): PropertyDecorator =>
  Check('isNotLonger', isText, (value) => (isLonger(value, max) ? text : undefined));

export interface TextOptions extends ParamOptions {
  /** A blank text counts as absent because there is a default; if parameters are named, only together with these. */
  readonly hasDefault?: true | { readonly beside: readonly string[] };
  /** Maximum length in characters; 255 by default, as for names (contract: conventions §3.8). */
  readonly max?: number;
  readonly min?: number;
  /** Error for a longer text. */
  readonly longer?: string;
  /** Error for a value that is not text. */
  readonly unreadable?: string;
  /** False refuses a blank text, which is always refused for required parameters. */
  readonly blank?: boolean;
  readonly check?: (text: string) => string | undefined;
}

/** A text of at most 255 characters unless `max` is given; otherwise 400 for the field (contract: conventions §3). */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const max = options.max ?? 255;
  const mayBeBlank = options.blank ?? !options.required;
  return param(
    {
      coerce: toText,
      checks: [
        IsString({ message: options.unreadable ?? IS_INVALID }),
        ...(mayBeBlank ? [] : [IsNotBlank()]),
        IsNotLonger(max, options.longer ?? tooLong(max)),
        ...(options.check ? [Check('check', isText, options.check)] : []),
      ],
      emptyIsAbsent: false,
      blankIsAbsent: options.hasDefault,
      schema: {
        type: 'string',
        ...(max === Infinity ? {} : { maxLength: max }),
        ...(options.min ? { minLength: options.min } : {}),
      },
    },
    options,
  );
}

/** A filter of a list: as long as a request target may be (contract: conventions §3.5). */
export const Filter = (options: ParamOptions = {}): PropertyDecorator => Text({ ...options, max: Infinity });

/** Text with a required form, such as an e-mail address; one that is too long violates the form. */
export function Pattern(
  expression: RegExp,
  options: ParamOptions & Pick<TextOptions, 'max' | 'blank'> = {},
): PropertyDecorator {
  const mayBeBlank = options.blank ?? !options.required;
  return param(
    {
      coerce: toText,
      checks: [
        IsString(INVALID_TEXT),
        ...(mayBeBlank ? [] : [IsNotBlank()]),
        IsNotLonger(options.max ?? 255, IS_INVALID),
        Matches(expression, INVALID_TEXT),
      ],
      emptyIsAbsent: false,
      schema: { type: 'string', pattern: expression.source },
    },
    options,
  );
}

export interface IntOptions extends ParamOptions {
  readonly min?: number;
  readonly max?: number;
  /** Error for a number outside the range; "is invalid" by default. */
  readonly text?: string;
  /** Whether it must be stored exactly as it was sent; numbers that cannot be are invalid. */
  readonly isExact?: boolean;
}

/** Maximum of PostgreSQL's type integer. */
export const INT4_MAX = 2_147_483_647;

/** An integer between `min` and `max`; otherwise 400 for the field (contract: conventions §3). */
export function Int(options: IntOptions = {}): PropertyDecorator {
  const { min = -Infinity, max = Infinity } = options;
  const outside = { message: options.text ?? IS_INVALID };
  return param(
    {
      coerce: options.isExact ? toExactInteger : toInteger,
      checks: [IsInt(INVALID_TEXT), Min(min, outside), Max(max, outside)],
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

/** A word for true or false; otherwise 400 for the field (contract: conventions §3). */
export function Bool(options: ParamOptions = {}): PropertyDecorator {
  return param(
    { coerce: toBoolean, checks: [IsBoolean(INVALID_TEXT)], emptyIsAbsent: true, schema: { type: 'boolean' } },
    options,
  );
}

interface WordOptions extends ParamOptions, Pick<TextOptions, 'hasDefault'> {
  /** Additional orders of keyset pagination (contract: conventions §10). */
  readonly inKeyset?: readonly string[];
}

const orderText = (inKeyset: readonly string[]): string =>
  `Column that the list is ordered by; \`${inKeyset.join('`, `')}\` with keyset pagination alone.`;

/** One of a closed list of words. */
export function OneOf(words: readonly string[], options: WordOptions = {}): PropertyDecorator {
  const values = [...words, ...(options.inKeyset ?? [])];
  return param(
    {
      coerce: toText,
      checks: [
        IsString(INVALID_TEXT),
        ...(options.required ? [IsNotBlank()] : []),
        IsIn(values, { message: NOT_A_VALUE }),
      ],
      emptyIsAbsent: false,
      blankIsAbsent: options.hasDefault,
      keysetWords: options.inKeyset,
      schema: {
        type: 'string',
        enum: values,
        ...(options.inKeyset ? { description: orderText(options.inKeyset) } : {}),
      },
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
      checks: [IsReadable(), IsIn([...values], { message: NOT_A_VALUE })],
      emptyIsAbsent: true,
      schema: { type: 'integer', enum: values },
    },
    options,
  );
}

interface DateOptions extends ParamOptions {
  /** Whether an empty text clears it: for nullable dates of PUT and PATCH, which forms cannot clear otherwise. */
  readonly emptyClears?: boolean;
}

/** A calendar day as `YYYY-MM-DD`. */
export function Day(options: DateOptions & { check?: (day: string) => string | undefined } = {}): PropertyDecorator {
  return param(
    {
      coerce: toDay,
      checks: [IsString(INVALID_TEXT), ...(options.check ? [Check('check', isText, options.check)] : [])],
      emptyIsAbsent: true,
      emptyClears: options.emptyClears,
      schema: { type: 'string', format: 'date' },
    },
    options,
  );
}

/** A time in ISO 8601; otherwise 400 for the field (contract: conventions §3). */
export function Time(options: DateOptions & { check?: (time: Date) => string | undefined } = {}): PropertyDecorator {
  return param(
    {
      coerce: toTime,
      checks: [IsDate(INVALID_TEXT), ...(options.check ? [Check('check', isTime, options.check)] : [])],
      emptyIsAbsent: true,
      emptyClears: options.emptyClears,
      schema: { type: 'string', format: 'date-time' },
    },
    options,
  );
}

interface ListOptions<T> extends ParamOptions {
  readonly of: Coerce<T>;
  readonly isOne: (value: unknown) => value is T;
  readonly items: Readonly<Record<string, unknown>>;
  /** Whether `1,2,3` is read as three elements. */
  readonly commas?: boolean;
  /**
   * Whether text is accepted for the list, where an empty one is blank rather than absent (contract: conventions §3.8).
   */
  readonly isAlsoText?: boolean;
  readonly check?: (values: T[]) => string | undefined;
  /** The allowed words; `check`, if given, compares with them itself. */
  readonly among?: readonly string[];
}

function ListOf<T>(options: ListOptions<T>): PropertyDecorator {
  return param(
    {
      coerce: options.commas ? toCommaList(options.of) : toList(options.of),
      emptyIsAbsent: !(options.isAlsoText ?? false),
      isCommaList: options.commas ?? false,
      checks: [
        IsArray(INVALID_TEXT),
        ...(options.check ? [Check('check', isListOf(options.isOne), options.check)] : []),
      ],
      schema: { type: 'array', items: options.items },
    },
    options,
  );
}

export const Texts = (options: Partial<ListOptions<string>> = {}): PropertyDecorator =>
  ListOf({
    ...(options.among ? { check: allAmong(options.among) } : {}),
    ...options,
    of: toText,
    isOne: isText,
    items: { type: 'string', ...(options.among ? { enum: options.among } : {}) },
  });

const allAmong = (words: readonly string[]) => (given: readonly string[]) =>
  given.every((word) => words.includes(word)) ? undefined : NOT_A_VALUE;

/** Names, such as topics; comma-separated in text. */
export const Names = (): PropertyDecorator =>
  Texts({ commas: true, check: (names) => (names.some((name) => isLonger(name, 255)) ? tooLong(255) : undefined) });

export const Ints = (options: Partial<ListOptions<number>> = {}): PropertyDecorator =>
  ListOf({ ...options, of: toInteger, isOne: isNumber, items: { type: 'integer' } });

interface JsonOptions extends ParamOptions {
  readonly check?: (value: unknown) => string | undefined;
  /** Members that a hash may have, by name, for the description. */
  readonly members?: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
  /** JSON Schemas of the forms in which it may be sent, for the description. */
  readonly forms?: readonly Readonly<Record<string, unknown>>[];
}

/** A hash or any JSON value that a service parses itself. */
export function Json(options: JsonOptions = {}): PropertyDecorator {
  return param(
    {
      coerce: (raw: unknown): Coerced<unknown> => (raw === undefined ? INVALID : coerced(raw)),
      checks: [IsReadable(), ...(options.check ? [Check('check', isAnything, options.check)] : [])],
      emptyIsAbsent: true,
      schema: options.members ? { properties: options.members } : options.forms ? { anyOf: options.forms } : {},
    },
    options,
  );
}

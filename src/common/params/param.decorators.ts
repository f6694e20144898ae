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
  /** Missing is 400 `"<name>" not given`. */
  readonly required?: boolean;
  /** Missing is 400 `"<name>" not given` unless that other parameter is there. */
  readonly requiredUnless?: string;
  /** Older names, read when the parameter itself is absent; what is wrong with them is said of the parameter. */
  readonly aliases?: readonly string[];
  /** JSON null clears the field instead of being absent. */
  readonly nullable?: boolean;
  /** Sent by anybody else it is absent, whatever its value. */
  readonly onlyFromAdmins?: boolean;
  readonly description?: string;
}

interface ParamType {
  readonly coerce: Coerce<unknown>;
  /** What a value has to be, in this order: the first that it is not is said. */
  readonly checks: readonly PropertyDecorator[];
  /** An empty text for anything but text is absent (contract: conventions §3.7). */
  readonly emptyIsAbsent: boolean;
  /** An empty text clears the field, as null does (contract: conventions §3.7). */
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

/** Stands for a value that could not be read; it is of no type that a check admits. */
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

/** A check of our own: the text about a value of this type, none when it is fine. */
const Check = <T>(name: string, isType: (value: unknown) => value is T, check: (value: T) => string | undefined) => {
  let text: string | undefined;
  return ValidateBy({
    name,
    validator: {
      validate: (value) => {
        text = isType(value) ? check(value) : undefined;
        return text === undefined;
      },
      /** Asked at once for a value that was refused, which may be millions of characters to look at again. */
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

/** Not class-validator's MaxLength, which counts some characters as none. */
const IsNotLonger = (max: number, text: string): PropertyDecorator =>
  Check('isNotLonger', isText, (value) => (isLonger(value, max) ? text : undefined));

export interface TextOptions extends ParamOptions {
  /** A blank text is absent, since something else stands for it then; beside these parameters alone, where they are named. */
  readonly hasDefault?: true | { readonly beside: readonly string[] };
  /** Longest text in characters; names default to 255 (contract: conventions §3.8). */
  readonly max?: number;
  readonly min?: number;
  /** What is said of a longer one. */
  readonly longer?: string;
  /** What is said of what is no text. */
  readonly unreadable?: string;
  /** A blank text is refused; it always is where the parameter is required. */
  readonly blank?: boolean;
  readonly check?: (text: string) => string | undefined;
}

/** A text of at most 255 characters unless `max` says otherwise; else 400 for the field (contract: conventions §3). */
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

/** What a list is filtered by: as long as a request target may be (contract: conventions §3.5). */
export const Filter = (options: ParamOptions = {}): PropertyDecorator => Text({ ...options, max: Infinity });

/** Text of a form, such as an e-mail address; a longer one breaks the form. */
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
  /** The text when the number lies outside; "is invalid" unless a page says otherwise. */
  readonly text?: string;
  /** It is kept as it was sent, so that one which cannot be is invalid. */
  readonly isExact?: boolean;
}

/** The largest number that a PostgreSQL column of type integer holds. */
export const INT4_MAX = 2_147_483_647;

/** A whole number between `min` and `max`; else 400 for the field (contract: conventions §3). */
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

/** A word for true or false; else 400 for the field (contract: conventions §3). */
export function Bool(options: ParamOptions = {}): PropertyDecorator {
  return param(
    { coerce: toBoolean, checks: [IsBoolean(INVALID_TEXT)], emptyIsAbsent: true, schema: { type: 'boolean' } },
    options,
  );
}

interface WordOptions extends ParamOptions, Pick<TextOptions, 'hasDefault'> {
  /** What keyset pagination orders by beside the columns of the list (contract: conventions §10). */
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
  /** An empty text clears it: for nullable dates of PUT and PATCH, which forms cannot clear otherwise. */
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

/** A moment in ISO 8601; else 400 for the field (contract: conventions §3). */
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
  /** Reads `1,2,3` as three elements. */
  readonly commas?: boolean;
  /** Text may stand for the list, and an empty one is blank rather than absent (contract: conventions §3.8). */
  readonly isAlsoText?: boolean;
  readonly check?: (values: T[]) => string | undefined;
  /** The words that `check` lets pass, for the description. */
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
    ...options,
    of: toText,
    isOne: isText,
    items: { type: 'string', ...(options.among ? { enum: options.among } : {}) },
  });

/** Names, such as topics; in text they are separated by commas. */
export const Names = (): PropertyDecorator =>
  Texts({ commas: true, check: (names) => (names.some((name) => isLonger(name, 255)) ? tooLong(255) : undefined) });

export const Ints = (options: Partial<ListOptions<number>> = {}): PropertyDecorator =>
  ListOf({ ...options, of: toInteger, isOne: isNumber, items: { type: 'integer' } });

interface JsonOptions extends ParamOptions {
  readonly check?: (value: unknown) => string | undefined;
  /** What a hash may hold, by name, for the description. */
  readonly members?: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
}

/** A hash or any JSON value that a service reads itself. */
export function Json(options: JsonOptions = {}): PropertyDecorator {
  return param(
    {
      coerce: (raw: unknown): Coerced<unknown> => (raw === undefined ? INVALID : coerced(raw)),
      checks: [IsReadable(), ...(options.check ? [Check('check', isAnything, options.check)] : [])],
      emptyIsAbsent: true,
      schema: options.members ? { properties: options.members } : {},
    },
    options,
  );
}

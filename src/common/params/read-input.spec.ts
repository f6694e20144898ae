import 'reflect-metadata';
import { Bool, Day, Int, Ints, Names, OneOf, OneOfInts, Pattern, Text, Texts } from './param.decorators.js';
import { AtLeastOne, declaredParams } from './param-registry.js';
import { readInput, withoutAdminParams } from './read-input.js';

class Base {
  @Text({ nullable: true }) description?: string | null;
  @Bool() active?: boolean;
}

@AtLeastOne('one', 'other')
class Example extends Base {
  @Text({ required: true, max: 5 }) name: string;
  @Pattern(/^\S+@\S+$/, { required: true }) email: string;
  @Int({ min: 1, max: 9 }) size?: number;
  @OneOf(['a', 'b']) kind?: string;
  @OneOfInts([10, 20]) level?: number;
  @Day() until?: string;
  @Ints() ids?: number[];
  @Texts({ commas: true }) words?: string[];
  @Text() one?: string;
  @Text() other?: string;
}

const VALID = { name: 'n', email: 'a@b', one: '1' };
const refusalOf = (input: new () => object, raw: object): unknown => {
  try {
    return readInput(input, { ...raw });
  } catch (error) {
    return (error as { body: { message: unknown } }).body.message;
  }
};
const bodyOf = (raw: object): unknown => refusalOf(Example, raw);

class Changes {
  @Day({ nullable: true, emptyClears: true }) until?: string | null;
  @Day({ nullable: true }) since?: string | null;
  @Text({ hasDefault: true }) title?: string;
  @Text({ hasDefault: { beside: ['made_up'] } }) secret?: string;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: string;
  @Bool() made_up?: boolean;
}

class Chosen {
  @OneOf(['a', 'b'], { required: true }) kind: string;
}

class Owned extends Base {
  @Text({ onlyFromAdmins: true, aliases: ['place'] }) storage?: string;
  @Names() topics?: string[];
}

describe('readInput', () => {
  it('takes an empty text for null where it clears a date, and a blank one for none where there is a default', () => {
    expect(readInput(Changes, { until: '', since: '', title: ' ', secret: '' })).toEqual({ until: null, secret: '' });
    expect(readInput(Changes, { secret: '', made_up: 'true' })).toEqual({ made_up: true });
    expect(readInput(Changes, { secret: ' ', made_up: '' })).toEqual({ secret: ' ' });
    expect(readInput(Changes, { until: null, title: 'x' })).toEqual({ until: null, title: 'x' });
    expect(readInput(Changes, { sort: '' })).toEqual({});
  });

  it('refuses a word outside a list, and a blank one where there is no default', () => {
    expect(() => readInput(Changes, { sort: 'up' })).toThrow();
    expect(() => readInput(Example, { ...VALID, kind: '' })).toThrow();
    expect(refusalOf(Chosen, { kind: ' ' })).toEqual({ kind: ["can't be blank"] });
    expect(refusalOf(Chosen, { kind: 'c' })).toEqual({ kind: ['does not have a valid value'] });
  });

  it('counts the characters of each name of a list', () => {
    expect(readInput(Owned, { topics: `${'x'.repeat(255)},b` })).toEqual({ topics: ['x'.repeat(255), 'b'] });
    expect(() => readInput(Owned, { topics: ['a', 'x'.repeat(256)] })).toThrow();
  });

  it('leaves out what only administrators send, whatever its value', () => {
    const raw = { storage: ['x'], place: {}, description: 'd' };

    expect(withoutAdminParams(Owned, raw)).toEqual({ description: 'd' });
    expect(withoutAdminParams(Base, raw)).toBe(raw);
  });

  it('reads declared parameters and ignores all others', () => {
    const read = bodyOf({
      ...VALID,
      active: 'yes',
      size: '3',
      ids: '4',
      words: 'x, y',
      unknown: 1,
      until: '2026-01-02',
    });

    expect(read).toEqual({ ...VALID, active: true, size: 3, ids: [4], words: ['x', 'y'], until: '2026-01-02' });
    expect(read).toBeInstanceOf(Example);
  });

  it('names the first missing one in declared order, single ones before choices', () => {
    expect(bodyOf({})).toBe('400 (Bad request) "name" not given');
    expect(bodyOf({ name: 'n', size: 'x' })).toBe('400 (Bad request) "email" not given');
    expect(bodyOf({ name: 'n', email: 'e', one: null })).toBe('400 (Bad request) "one, other" not given');
    expect(bodyOf({ ...VALID, name: null })).toBe('400 (Bad request) "name" not given');
  });

  it('names every invalid one at once', () => {
    expect(
      bodyOf({
        ...VALID,
        name: 'too long',
        email: 'x',
        size: 10,
        kind: 'c',
        level: 15,
        until: 'x',
        ids: ['x'],
        active: 2,
      }),
    ).toEqual({
      name: ['is too long (maximum is 5 characters)'],
      email: ['is invalid'],
      size: ['is invalid'],
      kind: ['does not have a valid value'],
      level: ['does not have a valid value'],
      until: ['is invalid'],
      ids: ['is invalid'],
      active: ['is invalid'],
    });
    expect(bodyOf({ ...VALID, name: ' ', email: '' })).toEqual({ name: ["can't be blank"], email: ["can't be blank"] });
  });

  it('takes empty text for absent where text is not asked for, and null for clearing where it may be', () => {
    expect(bodyOf({ ...VALID, size: '', active: '', ids: '', level: '', until: '' })).toEqual(VALID);
    expect(bodyOf({ ...VALID, size: null, active: null, kind: null, description: null })).toEqual({
      ...VALID,
      description: null,
    });
    expect(bodyOf({ ...VALID, description: '' })).toEqual({ ...VALID, description: '' });
  });

  it('counts characters, not their halves', () => {
    expect(bodyOf({ ...VALID, name: '🚀🚀🚀🚀🚀' })).toMatchObject({ name: '🚀🚀🚀🚀🚀' });
    expect(bodyOf({ ...VALID, name: '🚀🚀🚀🚀🚀🚀' })).toEqual({ name: ['is too long (maximum is 5 characters)'] });
  });

  it('knows the parameters of ancestors, in declared order', () => {
    expect(declaredParams(Example).map(({ name }) => name)).toEqual([
      ...['description', 'active', 'name', 'email', 'size', 'kind', 'level', 'until', 'ids', 'words', 'one', 'other'],
    ]);
  });
});

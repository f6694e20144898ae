import { createdIn } from './image-config.js';

const configOf = (created: unknown) => Buffer.from(JSON.stringify({ created, architecture: 'amd64' }));

describe('createdIn', () => {
  it.each([
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09.123456789Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T07:08:09.5+02:00', '2024-05-06T05:08:09.500Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('reads %j', (created, expected) => {
    expect(createdIn(configOf(created))).toBe(expected);
  });

  it.each(['0001-01-01T00:00:00Z', 'yesterday', '', 42, null, '2024-13-40T00:00:00Z', '2024-05-06', {}])(
    'takes %j for no date',
    (created) => {
      expect(createdIn(configOf(created))).toBeNull();
    },
  );

  it.each(['2024-02-30T00:00:00Z', '9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00'])(
    'takes %j, which lies in no day or no year of four digits, for no date',
    (created) => {
      expect(createdIn(configOf(created))).toBeNull();
    },
  );

  it.each(['', '{', '[]', 'null', '"x"'])('is no error for a config such as %j', (text) => {
    expect(createdIn(Buffer.from(text))).toBeNull();
  });
});

import { onOneLine, withUnseenEscaped } from './unseen.js';

const HOSTILE = 'a\u001b[2J\u202eb\r\nc\td\u009b';

describe('withUnseenEscaped', () => {
  it('shows what a terminal would obey, and leaves tabs and line breaks', () => {
    expect(withUnseenEscaped(HOSTILE)).toBe('a\\u001b[2J\\u202eb\\u000d\nc\td\\u009b');
  });
});

describe('onOneLine', () => {
  it('escapes line breaks, too', () => {
    expect(onOneLine(HOSTILE)).toBe('a\\u001b[2J\\u202eb\\u000d\\u000ac\td\\u009b');
  });
});

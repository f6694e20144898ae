import { attachmentNamed } from './attachment-named.js';

describe('attachmentNamed', () => {
  it('has one form for a name that it can hold as it is', () => {
    expect(attachmentNamed("app-main (1)'s+.tar.gz")).toBe(`attachment; filename="app-main (1)'s+.tar.gz"`);
  });

  it('adds the encoded form for a name that the plain one cannot hold', () => {
    expect(attachmentNamed(`ä"'(1)*.txt`)).toBe(
      `attachment; filename="__'(1)*.txt"; filename*=UTF-8''%C3%A4%22%27%281%29%2a.txt`,
    );
    expect(attachmentNamed('50%.txt')).toBe(`attachment; filename="50_.txt"; filename*=UTF-8''50%25.txt`);
  });
});

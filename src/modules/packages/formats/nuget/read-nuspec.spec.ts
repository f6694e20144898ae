import { readNuspec } from './read-nuspec.js';

const nuspec = (inner: string) =>
  Buffer.from(`<?xml version="1.0"?><package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
    <metadata minClientVersion="2.12">${inner}</metadata></package>`);

describe('readNuspec', () => {
  it('answers id, version, texts and dependencies', async () => {
    const read = await readNuspec(
      nuspec(`<id>Tool.Core</id><version>1.0</version><authors>A &amp; B</authors><projectUrl>https://x.example</projectUrl>
        <dependencies><group targetFramework="net8.0"><dependency id="Other" version="[1.0,2.0)" /></group>
        <group targetFramework="net6.0" /></dependencies>`),
    );

    expect(read).toMatchObject({
      id: 'Tool.Core',
      version: '1.0',
      texts: { authors: 'A & B', projecturl: 'https://x.example' },
      dependencyGroups: [
        { targetFramework: 'net8.0', dependencies: [{ id: 'Other', range: '[1.0,2.0)' }] },
        { targetFramework: 'net6.0', dependencies: [] },
      ],
      isSymbols: false,
    });
  });

  it('knows symbol packages', async () => {
    const read = await readNuspec(
      nuspec('<id>a</id><packageTypes><packageType name="SymbolsPackage"/></packageTypes>'),
    );

    expect(read.isSymbols).toBe(true);
  });

  it('reads UTF-16 and text with a byte order mark', async () => {
    const text = '\ufeff<package><metadata><id>ä</id></metadata></package>';

    expect((await readNuspec(Buffer.from(text))).id).toBe('ä');
    expect((await readNuspec(Buffer.from(text, 'utf16le'))).id).toBe('ä');
  });

  it.each([
    ['no XML', 'hello', 'The nuspec is no well-formed XML'],
    ['an open element', '<package><metadata>', 'The nuspec is no well-formed XML'],
    ['an unknown entity', '<a>&x;</a>', 'The nuspec is no well-formed XML'],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'The nuspec has a document type',
    ],
    ['deep nesting', '<a>'.repeat(100_000), 'The nuspec is nested too deeply'],
    [
      'many dependencies',
      `<a><metadata><dependencies>${'<dependency id="x"/>'.repeat(2001)}`,
      'The nuspec has too many dependencies',
    ],
    [
      'many attributes',
      `<a ${Array.from({ length: 1001 }, (_, index) => `n${index}="v"`).join(' ')}/>`,
      'The nuspec has too many attributes',
    ],
    [
      'elements below a long name',
      `<a><${'n'.repeat(300_000)}>${'<b/>'.repeat(80_000)}`,
      'The nuspec has a name that is too long',
    ],
    ['bytes of no encoding', Buffer.from([0xc3, 0x28]), 'The nuspec is no well-formed XML'],
  ])('refuses %s', async (_what, text, reason) => {
    await expect(readNuspec(Buffer.from(text as string))).rejects.toThrow(reason);
  });
});

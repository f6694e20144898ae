import { readXml } from './read-xml.js';

const LIMITS = { depth: 3, attributes: 2, takesDoctype: false };

/** What happens while a text is read, in its order. */
async function eventsOf(text: string, limits = LIMITS): Promise<string[]> {
  const events: string[] = [];
  await readXml(text, limits, {
    open: ({ name }) => events.push(`<${name}>`),
    addText: (piece) => events.push(piece),
    close: () => events.push('/'),
  });
  return events;
}

describe('readXml', () => {
  it('reads elements and texts, marked ones too', async () => {
    expect(await eventsOf('<a><b x="1" y="2">t</b><b x="1" y="2"><![CDATA[<c>]]></b></a>')).toEqual(
      ['<a>', '<b>', 't', '/', '<b>', '<c>', '/', '/'], // attributes are counted for each element
    );
  });

  it.each([
    ['<a><b><c><d/></c></b></a>', 'is nested too deeply'],
    ['<a x="" y="" z=""/>', 'has too many attributes'],
    [`<${'a'.repeat(101)}/>`, 'has a name that is too long'],
    ['<!DOCTYPE a><a/>', 'has a document type'],
    ['<a>', 'is no well-formed XML'],
    ['<a>&b;</a>', 'is no well-formed XML'],
  ])('refuses %s', async (text, reason) => {
    await expect(eventsOf(text)).rejects.toThrow(reason);
  });

  it('passes over a document type where it is taken, and knows none of its entities', async () => {
    const limits = { ...LIMITS, takesDoctype: true };

    expect(await eventsOf('<!DOCTYPE a [<!ENTITY b "c">]><a/>', limits)).toEqual(['<a>', '/']);
    await expect(eventsOf('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', limits)).rejects.toThrow('is no well-formed XML');
  });
});

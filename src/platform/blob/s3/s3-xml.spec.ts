import { elementsIn, escapeXml, textIn } from './s3-xml.js';

describe('reading the answers of object storage', () => {
  const xml = `<?xml version="1.0"?>
    <List xmlns="http://example.com/doc"><Token></Token>
      <Contents><Key>a&amp;b&lt;c&gt;&quot;&apos;&#34;&#x41;&unknown;</Key></Contents>
      <Contents owner="me"><Key>second
line</Key></Contents></List>`;

  it('finds elements by name, with attributes and over lines', () => {
    expect(elementsIn(xml, 'Contents')).toHaveLength(2);
    expect(elementsIn(xml, 'Content')).toEqual([]);
    expect(textIn(elementsIn(xml, 'Contents')[1] ?? '', 'Key')).toBe('second\nline');
  });

  it('decodes the text of the first one', () => {
    expect(textIn(xml, 'Key')).toBe('a&b<c>"\'"A&unknown;');
    expect(textIn(xml, 'Token')).toBe('');
    expect(textIn(xml, 'Missing')).toBeNull();
  });

  it('reads back what it writes', () => {
    const text = `"quoted" & <tagged> 'text'`;

    expect(textIn(`<ETag>${escapeXml(text)}</ETag>`, 'ETag')).toBe(text);
  });
});

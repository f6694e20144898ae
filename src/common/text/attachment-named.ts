/**
 * Returns a `Content-Disposition` with the name of a download (RFC 6266). Many client libraries take everything after
 * `filename=` as the name, so `filename*` is only sent for a name that the plain form cannot represent.
 */
export function attachmentNamed(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === name) {
    return `attachment; filename="${plain}"`;
  }
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

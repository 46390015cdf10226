/** Decodes message bodies by the CCSID of their character set, EBCDIC included, which browsers do not know. */

/** The characters of code page 37 from 0x40 on. */
const ebcdic =
  ' \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\ufffd'

/** The control characters of EBCDIC that text has; others are no characters of a text. */
const ebcdicControls: Readonly<Record<number, string>> = { 5: '\t', 13: '\r', 21: '\n', 37: '\n' }

/** Each CCSID with its title, and either the name that browsers have for it, or how it differs from code page 37. */
const codePages: Readonly<Record<string, readonly [title: string, label: string | Readonly<Record<number, string>>]>> =
  {
    1208: ['UTF-8', 'utf-8'],
    819: ['ISO-8859-1', 'iso-8859-1'],
    923: ['ISO-8859-15', 'iso-8859-15'],
    1252: ['windows-1252', 'windows-1252'],
    1200: ['UTF-16BE', 'utf-16be'],
    1202: ['UTF-16LE', 'utf-16le'],
    37: ['EBCDIC-US', {}],
    273: [
      'EBCDIC-DE',
      // biome-ignore format: pairs
      { 67: '{', 74: 'Ä', 79: '!', 89: '~', 90: 'Ü', 95: '^', 99: '[', 106: 'ö', 124: '§', 161: 'ß', 176: '¢', 181: '@', 186: '¬', 187: '|', 188: '‾', 192: 'ä', 204: '¦', 208: 'ü', 220: '}', 224: 'Ö', 236: '\\', 252: ']' },
    ],
    500: ['EBCDIC-International', { 74: '[', 79: '!', 90: ']', 95: '^', 176: '¢', 186: '¬', 187: '|' }],
    1047: ['EBCDIC-Open-Systems', { 95: '^', 173: '[', 176: '¬', 186: 'Ý', 187: '¨', 189: ']' }],
    1140: ['EBCDIC-US-Euro', { 159: '€' }],
    943: ['Shift_JIS', 'shift_jis'],
    1386: ['GBK', 'gbk'],
  }

export const utf8 = '1208'

export const codePageChoices = Object.entries(codePages).map(
  ([ccsid, [title]]) => [ccsid, `${ccsid} ${title}`] as const,
)

/** Returns the code page of a CCSID; UTF-8 for one that is not known. */
export function findCodePage(ccsid: number | undefined): string {
  return ccsid !== undefined && String(ccsid) in codePages ? String(ccsid) : utf8
}

/** Returns the text; undefined when the bytes are no text in the code page. */
export function decodeText(bytes: Uint8Array, page: string): string | undefined {
  const label = codePages[page]?.[1] ?? 'utf-8'
  if (typeof label === 'object') return Array.from(bytes, (byte) => decodeEbcdic(byte, label)).join('')
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the printable character of a byte for a hex dump. */
export function findPrintable(byte: number, page: string): string {
  const label = codePages[page]?.[1]
  if (typeof label !== 'object') return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.'
  return byte < 64 ? '.' : decodeEbcdic(byte, label)
}

function decodeEbcdic(byte: number, changes: Readonly<Record<number, string>>): string {
  return changes[byte] ?? (byte < 64 ? (ebcdicControls[byte] ?? '\ufffd') : (ebcdic[byte - 64] ?? '\ufffd'))
}

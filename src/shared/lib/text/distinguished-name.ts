/** Distinguished names of certificates as texts: RFC 4514. */

type Attribute = [type: string, value: string]

const part = /(?:[^,;"\\]|\\.|"(?:[^"\\]|\\.)*")+/gs
const attribute = /(?:[^+"\\]|\\.|"(?:[^"\\]|\\.)*")+/gs

const synonyms: Readonly<Record<string, string>> = {
  S: 'ST',
  SP: 'ST',
  EMAIL: 'EMAILADDRESS',
  E: 'EMAILADDRESS',
  MAIL: 'EMAILADDRESS',
  USERID: 'UID',
}

/** Renders a name as RFC 4514 section 2.1 does, in reverse order of the `key=value` lines that Node returns. */
export function renderDistinguishedName(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .reverse()
    .join(',')
}

/** Returns the parts of a name in their order, each with its attributes: one, or several that `+` joins. */
export function parseDistinguishedName(name: string): Attribute[][] {
  const parts = name.match(part) ?? []
  return parts.filter((each) => each.trim() !== '').map((each) => (each.match(attribute) ?? []).map(parseAttribute))
}

/** Returns whether two texts are one name that is not empty, whatever case, blanks and escapes: RFC 5280 section 7.1. */
export function isSameDistinguishedName(one: string, other: string): boolean {
  const name = normalizeDistinguishedName(one)
  return name !== normalizeDistinguishedName('') && name === normalizeDistinguishedName(other)
}

/** Returns one text for all texts of a name, whatever case, blanks and escapes: RFC 5280 section 7.1. */
export function normalizeDistinguishedName(name: string): string {
  const fold = ([type, value]: Attribute) => [type, value.normalize('NFKC').toLowerCase().trim().split(/\s+/).join(' ')]
  return JSON.stringify(parseDistinguishedName(name).map((each) => each.map(fold).sort()))
}

function parseAttribute(text: string): Attribute {
  const [key = '', ...rest] = text.split('=')
  const type = key
    .trim()
    .toUpperCase()
    .replace(/^OID\./, '')
  const value = rest.join('=').trim()
  const plain = value.replace(/^"(.*)"$/s, '$1').replace(/((?:\\[0-9a-f]{2})+)|\\(.)/gis, decode)
  return [synonyms[type] ?? type, plain]
}

/** Decodes bytes of UTF-8 in hexadecimal digits, or one character after a backslash. */
function decode(_: string, bytes: string | undefined, character: string): string {
  return bytes === undefined ? character : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString()
}

/** The most levels of elements in a document, as in libxml2: readers of trees are recursive. */
export const maxXmlLevels = 256

/** The start of an XML declaration, up to its encoding. */
const xmlEncoding = /^(\s*<\?xml\s[^>]{0,100}?\sencoding\s*=\s*["'])([\w.:-]{1,40})/

/** Returns a text in the encoding of its byte order mark, of Content-Type, or of its XML declaration: RFC 7303 section 3. */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = body.toString('latin1', 0, 200)
  const marked = { þÿ: 'utf-16be', ÿþ: 'utf-16le', 'ï»': 'utf-8' }[start.slice(0, 2)]
  const named = /xml/i.test(contentType) ? /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1] : undefined
  const encoding = marked ?? named ?? xmlEncoding.exec(start)?.[2] ?? 'utf-8'
  return /^utf-?8$/i.test(encoding) ? body.toString() : declareUtf8(new TextDecoder(encoding).decode(body))
}

/** Returns a document whose declaration names UTF-8, as texts are. */
export function declareUtf8(text: string): string {
  return text.replace(xmlEncoding, '$1UTF-8')
}

/** The beginning and the end of what is skipped whole: comments, texts, instructions. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Returns why a well-formed document is nested too deeply, with the line; or undefined. Each character is read once. */
export function findXmlDepthFault(text: string): string | undefined {
  for (const { start, level } of readXmlTags(text)) {
    if (level <= maxXmlLevels) continue
    const line = text.slice(0, start).split('\n').length
    const found = `line ${line}: ${text.slice(start, start + 50)}`
    return `${found} is nested too deeply; XML has at most ${maxXmlLevels} levels of elements`
  }
  return undefined
}

/** A tag that opens an element: its place in the text, and the level of the element, from 1. */
interface XmlTag {
  start: number
  /** The index after its `>`. */
  end: number
  level: number
}

/** Yields the tags that open elements, until the end or a text that is not well-formed. Each character is read once. */
export function* readXmlTags(text: string): Iterable<XmlTag> {
  let level = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const isTag = !/[!?]/.test(text[at + 1] ?? '')
    const [begin, close] = (!isTag && skipped.find(([first]) => text.startsWith(first, at))) || []
    const end = close === undefined ? findEndOfTag(text, at) : text.indexOf(close, at + begin.length) + 1
    if (end <= 0) return // the check that it is well-formed reports it
    if (text[at + 1] === '/') level -= 1
    else if (close === undefined) {
      yield { start: at, end, level: level + 1 }
      if (text[end - 2] !== '/') level += 1
    }
    at = end
  }
}

/** Returns the index after the `>` of a tag, which its attributes may contain in quotes; 0 without one. */
function findEndOfTag(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '>') return at + 1
    if (character !== '"' && character !== "'") continue
    at = text.indexOf(character, at + 1)
    if (at < 0) return 0
  }
  return 0
}

/** Reads XML 1.0 as a tree. Document type declarations are refused: entities could read files or fill memory. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { findXmlDepthFault, maxXmlLevels } from './xml-depth.ts'

/** An element with its attributes and its children, or a text. */
export type XmlNode = [name: string, attributes: Record<string, string>, children: XmlNode[]] | string

/** Reports a text that is not well-formed XML, or that has a document type declaration. */
class XmlError extends Error {
  override name = 'XmlError'
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: false,
  maxNestedTags: maxXmlLevels,
})

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Throws `XmlError` unless the text is well-formed, of at most 256 levels, without a document type declaration. */
export function requireWellFormedXml(text: string): void {
  if (/<!DOCTYPE/i.test(text)) throw new XmlError('XML with a document type declaration is not accepted')
  const validity = XMLValidator.validate(text)
  if (validity !== true)
    throw new XmlError(`the XML is not well-formed in line ${validity.err.line}: ${validity.err.msg}`)
  const fault = findXmlDepthFault(text)
  if (fault) throw new XmlError(fault)
}

/** Returns the root element, as a list of one node. Throws `XmlError`. */
export function parseXmlTree(text: string): XmlNode[] {
  requireWellFormedXml(text)
  try {
    return (parser.parse(text) as ParsedNode[]).map(toNode).filter((node) => typeof node !== 'string')
  } catch (error) {
    throw new XmlError((error as Error).message, { cause: error }) // a name that the library refuses, such as __proto__
  }
}

/** An element under its name, with its attributes under `:@`; or a text under `#text`. */
type ParsedNode = Record<string, ParsedNode[] | string | Record<string, string>>

function toNode(parsed: ParsedNode): XmlNode {
  if ('#text' in parsed) return decodeEntities(String(parsed['#text']))
  const name = Object.keys(parsed).find((key) => key !== ':@') ?? ''
  const attributes = (parsed[':@'] ?? {}) as Record<string, string>
  const decoded = Object.entries(attributes).map(([key, value]) => [key, decodeEntities(String(value))])
  return [name, Object.fromEntries(decoded), (parsed[name] as ParsedNode[]).map(toNode)]
}

/** Replaces the five entities that XML defines, and references to characters. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns a text in which nothing is markup. Control characters, which XML 1.0 does not allow, are left out. */
export function escapeXml(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '').replace(/[&<>"]/g, (each) => escapes[each] ?? each)
}

/** Writes nodes as XML. */
export function writeXmlTree(nodes: readonly XmlNode[]): string {
  return nodes.map(writeNode).join('')
}

function writeNode(node: XmlNode): string {
  if (typeof node === 'string') return escapeXml(node)
  const [name, attributes, children] = node
  const open = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const content = writeXmlTree(children)
  return content === '' ? `<${name}${open.join('')}/>` : `<${name}${open.join('')}>${content}</${name}>`
}

/** Parses XML into elements with line numbers. Reads no other file: rejects DOCTYPE and all but predefined entities. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'

export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  text: string
  /** The name of the file in error texts. */
  file: string
  /** The line in the file; the first line is 1. */
  line: number
}

/** An error in the document with its line. */
export class XmlError extends Error {
  override name = 'XmlError'
  readonly line: number

  constructor(line: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.line = line
  }
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  allowBooleanAttributes: false,
  captureMetaData: true,
})
const place = XMLParser.getMetaDataSymbol() as unknown as symbol

/** Returns the root element. `file` is its name in error texts. Throws `XmlError`. */
export function parseXml(text: string, file = ''): XmlElement {
  const doctype = text.search(/<!DOCTYPE|<!ENTITY/i)
  if (doctype >= 0) throw new XmlError(lineAt(text, doctype), 'a DOCTYPE and entities are not allowed in this file')

  const verdict = XMLValidator.validate(text, { allowBooleanAttributes: false })
  if (verdict !== true) throw new XmlError(verdict.err.line, verdict.err.msg)

  const roots = nodes(parser.parse(text), { text, file })
  const [root, second] = roots
  if (!root) throw new XmlError(1, 'the file contains no element')
  if (second) throw new XmlError(second.line, 'the file contains more than one root element')
  return root
}

type Node = Record<string, unknown> & { ':@'?: Record<string, string> }

type Source = { text: string; file: string }

function nodes(list: unknown, source: Source): XmlElement[] {
  return (list as Node[]).flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@')
    return name === undefined || name === '#text' ? [] : [element(name, node, source)]
  })
}

function element(name: string, node: Node, source: Source): XmlElement {
  const start = (node as Record<symbol, { startIndex?: number } | undefined>)[place]?.startIndex ?? 0
  const line = lineAt(source.text, start)
  const inner = node[name] as Node[]

  return {
    name,
    attributes: new Map(Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, decodeEntities(value, line)])),
    children: nodes(inner, source),
    text: inner
      .filter((each) => '#text' in each)
      .map((each) => decodeEntities(String(each['#text']), line))
      .join('')
      .trim(),
    file: source.file,
    line,
  }
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string, line: number): string {
  return text.replace(/&([^;&\s]{0,32});?/g, (whole, name: string) => {
    const known = predefined[name]
    if (known !== undefined && whole.endsWith(';')) return known

    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined
    if (code !== undefined && code <= 0x10ffff && whole.endsWith(';')) return String.fromCodePoint(code)
    throw new XmlError(line, `"${whole}" is not an entity of XML; an ampersand is written &amp;`)
  })
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

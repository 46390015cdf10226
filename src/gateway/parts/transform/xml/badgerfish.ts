/**
 * Converts XML to JSON and back by the BadgerFish convention: text is `$`, attributes begin with `@`, namespaces are in
 * `@xmlns`, and elements of the same name are a list. In its relaxed form, an element with nothing but text is that text.
 */
import { isJsonObject, type JsonObject as Json } from '../../../../shared/lib/collections/json-object.ts'
import { escapeXml, parseXmlTree, type XmlNode } from './xml-tree.ts'

/** Returns the value of an XML document. Throws an `XmlError`. */
export function convertXmlToJson(text: string, { isRelaxed }: { isRelaxed: boolean }): Json {
  const [root] = parseXmlTree(text)
  const value: Json = {}
  if (root && typeof root !== 'string') addMember(value, root[0], convertElement(root, {}, isRelaxed))
  return value
}

function convertElement(
  [, attributes, children]: Exclude<XmlNode, string>,
  inherited: Json,
  isRelaxed: boolean,
): unknown {
  const value: Json = {}
  const declared: Json = {}
  for (const [name, text] of Object.entries(attributes)) {
    if (name === 'xmlns') declared.$ = text
    else if (name.startsWith('xmlns:')) declared[name.slice('xmlns:'.length)] = text
    else value[`@${name}`] = text
  }
  const namespaces = Object.keys(declared).length > 0 ? { ...inherited, ...declared } : inherited
  const text = children.filter((each) => typeof each === 'string').join('')
  const elements = children.filter((each) => typeof each !== 'string')
  for (const each of elements) addMember(value, each[0], convertElement(each, namespaces, isRelaxed))
  const content = elements.length > 0 ? text.trim() : text
  const isPlain = Object.keys(value).length === 0 && Object.keys(namespaces).length === 0
  if (isRelaxed && isPlain) return content
  if (content !== '') value.$ = content
  if (Object.keys(namespaces).length > 0) value['@xmlns'] = namespaces
  return value
}

function addMember(holder: Json, name: string, value: unknown): void {
  const known = Object.hasOwn(holder, name) ? holder[name] : undefined
  if (Array.isArray(known)) {
    known.push(value)
    return
  }
  const whole = known === undefined ? value : [known, value]
  Object.defineProperty(holder, name, { value: whole, enumerable: true, configurable: true, writable: true })
}

export interface JsonToXmlOptions {
  rootName: string
  alwaysHasRoot: boolean
  /** The name of the elements of a list that has no name of its own. */
  unnamedName: string
}

/** Returns the XML document of a value. A value that is no object with one member gets a root element. */
export function convertJsonToXml(value: unknown, options: JsonToXmlOptions): string {
  const members = isJsonObject(value) ? Object.entries(value) : []
  const [only] = members
  const isDocument = members.length === 1 && only && !/^[@$]/.test(only[0]) && !Array.isArray(only[1])
  return isDocument && only && !options.alwaysHasRoot
    ? writeElement(only[0], only[1], options, {})
    : writeElement(options.rootName, value, options, {})
}

function writeElement(name: string, value: unknown, options: JsonToXmlOptions, declared: Json): string {
  const tag = toElementName(name)
  if (Array.isArray(value))
    return `<${tag}>${value.map((each) => writeElement(options.unnamedName, each, options, declared)).join('')}</${tag}>`
  if (!isJsonObject(value))
    return writeTag(tag, '', value === null || value === undefined ? '' : escapeXml(String(value)))
  const namespaces = (isJsonObject(value['@xmlns']) ? value['@xmlns'] : {}) as Json
  let attributes = Object.entries(namespaces)
    .filter(([prefix, uri]) => declared[prefix] !== uri)
    .map(([prefix, uri]) => ` xmlns${prefix === '$' ? '' : `:${toElementName(prefix)}`}="${escapeXml(String(uri))}"`)
    .join('')
  let content = ''
  for (const [key, member] of Object.entries(value)) {
    if (key === '@xmlns') continue
    if (key === '$') content += escapeXml(String(member))
    else if (key.startsWith('@')) attributes += ` ${toElementName(key.slice(1))}="${escapeXml(String(member))}"`
    else
      for (const each of Array.isArray(member) ? member : [member])
        content += writeElement(key, each, options, { ...declared, ...namespaces })
  }
  return writeTag(tag, attributes, content)
}

function writeTag(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

/** Replaces what cannot be in the name of an element: XML 1.0 section 2.3. */
function toElementName(name: string): string {
  const replaced = name.replace(/[^\p{L}\p{N}_:.-]/gu, '_')
  return /^[\p{L}_:]/u.test(replaced) ? replaced : `_${replaced}`
}

/**
 * XML Schema 1.0 with libxml2, compiled to WebAssembly. A schema reaches only the texts that it was given: there are neither files
 * nor sockets. Only threads import this module, because loading it takes about 30 ms.
 */
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlElement,
  XmlLibError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm'

/** Which part of a message the schema describes. */
export type XmlSchemaMode = 'xsd' | 'soap-body' | 'wsdl'

export interface XmlSchemaSource {
  /** The text of a schema; of a WSDL with `wsdl`. */
  text: string
  mode: XmlSchemaMode
}

/** Returns the first violation of a message, or undefined. */
export type CheckXml = (xml: string) => string | undefined

const xsd = 'http://www.w3.org/2001/XMLSchema'
const soap = new Set(['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'])
/** No network, and no entities. Texts are UTF-8, whatever their declarations say. */
const parserOptions = { option: ParseOption.XML_PARSE_NONET, encoding: 'utf-8' } as const
const maxChecks = 100

const files = new XmlBufferInputProvider({})
xmlRegisterInputProvider(files)
const compiled = new Map<string, { validator: XsdValidator; check: CheckXml }>()

/** Returns the check of a schema, which is compiled once. Throws an `Error` with the line for a schema that cannot be compiled. */
export function findXmlCheck({ text, mode }: XmlSchemaSource): CheckXml {
  const key = `${mode} ${text}`
  const known = compiled.get(key)
  if (known) return known.check
  const [oldest] = compiled.keys()
  if (compiled.size >= maxChecks && oldest !== undefined) {
    compiled.get(oldest)?.validator.dispose()
    compiled.delete(oldest)
  }
  const validator = describeFailure(() => (mode === 'wsdl' ? compileWsdl(text) : compileSchema(text)))
  const check: CheckXml = (xml) => validate(validator, xml, mode)
  compiled.set(key, { validator, check })
  return check
}

function validate(validator: XsdValidator, xml: string, mode: XmlSchemaMode): string | undefined {
  const document = describeFailure(() => XmlDocument.fromString(xml, parserOptions))
  try {
    if (mode === 'xsd') validator.validate(document)
    else {
      const parts = findSoapParts(document.root)
      if (typeof parts === 'string') return parts
      for (const part of parts) validator.validate(part)
    }
    return undefined
  } catch (error) {
    if (error instanceof XmlLibError) return renderFailure(error)
    throw error
  } finally {
    document.dispose()
  }
}

/** Returns the elements of the body of a SOAP message, without a fault; or what is wrong with the envelope. */
function findSoapParts(root: XmlElement): readonly XmlElement[] | string {
  if (root.name !== 'Envelope' || !soap.has(root.namespaceUri)) return 'the root element is not the Envelope of SOAP'
  const body = childrenOf(root).find(({ name, namespaceUri }) => name === 'Body' && namespaceUri === root.namespaceUri)
  if (!body) return 'the Envelope has no Body'
  return childrenOf(body).filter(({ name, namespaceUri }) => name !== 'Fault' || namespaceUri !== root.namespaceUri)
}

function childrenOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  for (let child = element.firstChild; child; child = child.next) if (child instanceof XmlElement) found.push(child)
  return found
}

function compileSchema(text: string): XsdValidator {
  const document = XmlDocument.fromString(text, parserOptions)
  try {
    return XsdValidator.fromDoc(document)
  } finally {
    document.dispose()
  }
}

/** Compiles the schemas in the types of a WSDL. One that imports another of them names its namespace only. */
function compileWsdl(text: string): XsdValidator {
  const document = XmlDocument.fromString(text, parserOptions)
  const names: string[] = []
  try {
    const schemas = document.find('//xs:schema', { xs: xsd }).filter((each) => each instanceof XmlElement)
    if (schemas.length === 0) throw new Error('the WSDL has no schema in its types')
    const spaces = schemas.map((each) => each.attr('targetNamespace')?.value ?? '')
    const imports = spaces.map((space, index) => {
      names.push(`sluice-${index}.xsd`)
      return `<xs:import ${space === '' ? '' : `namespace="${escapeText(space)}" `}schemaLocation="sluice-${index}.xsd"/>`
    })
    for (const [index, schema] of schemas.entries()) {
      for (const each of childrenOf(schema)) {
        const at = spaces.indexOf(each.attr('namespace')?.value ?? '')
        if (each.name === 'import' && at >= 0) each.setAttr('schemaLocation', `sluice-${at}.xsd`)
      }
      files.addBuffer(`sluice-${index}.xsd`, Buffer.from(schema.canonicalizeToString()))
    }
    return compileSchema(`<xs:schema xmlns:xs="${xsd}">${imports.join('')}</xs:schema>`)
  } finally {
    for (const name of names) files.removeBuffer(name)
    document.dispose()
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function describeFailure<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof XmlLibError ? new Error(renderFailure(error)) : error
  }
}

/** Returns the first error with its line. */
function renderFailure({ details, message }: XmlLibError): string {
  const first = details.find(({ level }) => level >= 2) ?? details[0]
  if (!first) return message.trim()
  const text = first.message.trim().replace(/\.$/, '')
  return first.line > 0 ? `line ${first.line}: ${text}` : text
}

/** Counts bodies of JSON and XML against the limits of the documents, before a script parses them. */
import { createLimitError, type JsonLimits, requireJsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import { readXmlTags } from './xml-depth.ts'

const [brace, bracket, angle] = [0x7b, 0x5b, 0x3c]

/** Throws a `JsonLimitError` for a body above a limit, by its first character. Other texts are not parsed. */
export function requireDocumentLimits(body: Uint8Array, limits: JsonLimits): void {
  const first = body.find((byte) => byte > 0x20 && byte < 0x80) // blanks and a byte order mark may be before it
  if (first === brace || first === bracket) requireJsonLimits(body, limits)
  else if (first === angle) requireXmlLimits(Buffer.from(body.buffer, body.byteOffset, body.length).toString(), limits)
}

/** A name begins where no character of it is before, so that each is read once. */
const attribute = /(?<![^\s=<>"'/])([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Elements are counted with their attributes: `values` are both, `members` attributes, `names` the different ones. */
function requireXmlLimits(text: string, limits: JsonLimits): void {
  const names = new Set<string>()
  let [values, members] = [0, 0]
  for (const { start, end, level } of readXmlTags(text)) {
    const tag = text.slice(start + 1, end)
    const [name = ''] = tag.split(/[\s/>]/, 1)
    const attributes = Array.from(tag.matchAll(attribute), ([, each = '']) => each)
    for (const each of [name, ...attributes]) names.add(each)
    members += attributes.length
    values += attributes.length + 1
    requireWithin('depth', level, 'levels of elements', limits)
    requireWithin('values', values, 'elements and attributes', limits)
    requireWithin('members', members, 'attributes', limits)
    requireWithin('names', names.size, 'different names of elements and attributes', limits)
  }
}

function requireWithin(name: keyof JsonLimits, found: number, counted: string, limits: JsonLimits): void {
  const { [name]: limit = Number.POSITIVE_INFINITY } = limits
  if (found > limit) throw createLimitError(name, limit, counted, 'XML')
}

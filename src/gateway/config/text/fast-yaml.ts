/**
 * Parses common YAML from the events of a parser that builds no tree, ten times faster than the full parser.
 *
 * It accepts maps, lists and scalars without anchors, tags and directives. The values and offsets are those of
 * the full parser; in any doubt it returns undefined.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml'
import { isScalar, type ScalarTag, Schema } from 'yaml'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import type { MemberOffsetMap, MemberOffsets, ParsedYaml, ResolveReferencesInText } from './yaml-value-builder.ts'

/** Line separators, control characters and tabs, which the full parser handles. */
export const special = /[\0-\t\v-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/
/** Text that one parser reads as a scalar and the other as a document marker. */
const indentedMark = /^ +---/m
const maxDepth = 60 // the full parser has a slightly higher limit, and reports the error
const doubt = new Error('left to the full parser')

/** Returns the parsed document; undefined when the text is invalid or uses other features of YAML. */
export function parseFastYaml(text: string, resolveText: ResolveReferencesInText): ParsedYaml | undefined {
  if (special.test(text) || indentedMark.test(text)) return undefined
  return attempt(() => new Reader(text, resolveText).document()) // the full parser reports the error
}

/** A value, the offset of its start, and the text of the document when it differs from the value. */
type Read = { value: unknown; offset: number; written: string | undefined }

class Reader {
  readonly #text: string
  readonly #resolveText: ResolveReferencesInText
  readonly #events: readonly Event[]
  readonly #members = new Map<object, MemberOffsetMap>()
  #next = 0

  constructor(text: string, resolveText: ResolveReferencesInText) {
    this.#text = text
    this.#resolveText = resolveText
    this.#events = parseEvents(text, {})
  }

  document(): ParsedYaml {
    const opening = this.#take()
    if (opening.type !== EVENT_ID.DOCUMENT || opening.directives.length > 0) throw doubt
    const { value } = this.#node(0)
    if (this.#take().type !== EVENT_ID.POP || this.#next < this.#events.length) throw doubt
    return { value, members: this.#members, problems: [] }
  }

  #take(): Event {
    const event = this.#events[this.#next]
    if (!event) throw doubt
    this.#next += 1
    return event
  }

  #atEnd(): boolean {
    if (this.#events[this.#next]?.type !== EVENT_ID.POP) return false
    this.#next += 1
    return true
  }

  #node(depth: number): Read {
    const event = this.#take()
    if (depth > maxDepth || !('tagStart' in event) || event.tagStart >= 0 || event.anchorStart >= 0) throw doubt
    if (event.type === EVENT_ID.SCALAR) return this.#scalar(event)
    const value = event.type === EVENT_ID.MAPPING ? this.#map(depth) : this.#list(event.start, depth)
    return { value, offset: event.start, written: undefined }
  }

  #map(depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {}
    const members = new Map<string, MemberOffsets>()
    while (!this.#atEnd()) {
      const key = this.#take()
      if (key.type !== EVENT_ID.SCALAR || key.tagStart >= 0 || key.anchorStart >= 0) throw doubt
      const name = getScalarValue(this.#text, key)
      if (unsupportedName.test(name) || members.has(name)) throw doubt
      const { value, offset, written } = this.#node(depth + 1)
      members.set(name, { key: this.#startOf(key), value: offset, written })
      map[name] = value
    }
    this.#members.set(map, members)
    return map
  }

  #list(start: number, depth: number): unknown[] {
    const list: unknown[] = []
    const members = new Map<number, MemberOffsets>()
    while (!this.#atEnd()) {
      const { value, offset, written } = this.#node(depth + 1)
      members.set(list.length, { key: start, value: offset, written })
      list.push(value)
    }
    this.#members.set(list, members)
    return list
  }

  #scalar(event: ScalarEvent): Read {
    const offset = this.#startOf(event)
    const text = getScalarValue(this.#text, event)
    if (event.style === SCALAR_STYLE.PLAIN) {
      const value = plainValue(text)
      if (typeof value !== 'string') return { value, offset, written: text }
    }
    if (!text.includes('$')) return { value: text, offset, written: undefined }
    const resolved = this.#resolveText(text)
    if ('error' in resolved) throw doubt
    return { value: resolved.text, offset, written: text }
  }

  /** Returns the offset at which a scalar begins, including its quote or block indicator. */
  #startOf({ style, valueStart }: ScalarEvent): number {
    if (valueStart < 0) throw doubt
    if (style === SCALAR_STYLE.PLAIN) return valueStart
    if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) return valueStart - 1
    const lineStart = this.#text.lastIndexOf('\n', valueStart - 2) + 1
    const header = this.#text.slice(lineStart, valueStart).search(blockHeader)
    if (header < 0) throw doubt
    return lineStart + header
  }
}

const unsupportedName = /^(?:|~|null|Null|NULL|__proto__|<<)$/
const blockHeader = /[|>][-+\d]* *\n$/

/** Plain scalars are typed as the full parser types them. */
const { tags } = new Schema({ schema: 'core' })
const plainTypes = tags.filter((tag): tag is ScalarTag => tag.default === true && !tag.collection)
const mayBeNoText = /^[-+.\d~nNtTfF]|^$/

function plainValue(text: string): unknown {
  if (!mayBeNoText.test(text)) return text
  const type = plainTypes.find(({ test }) => test?.test(text))
  if (!type) return text
  const value = type.resolve(text, refuse, {})
  return isScalar(value) ? value.value : value
}

function refuse(): never {
  throw doubt
}

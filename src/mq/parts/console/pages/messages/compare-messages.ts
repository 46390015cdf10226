/** Compares two messages: the facts that differ, and the lines of the bodies. Pure. */

import { type MergePart, mergeTexts } from '../../../../../shared/lib/text/merge-texts.ts'
import { type BodyFormat, detectFormat, renderBody } from '../../../../../shared/ui/body/body-formats.ts'
import { findCodePage } from '../../../../../shared/ui/body/code-pages.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageDetails } from '../../contract/messages.ts'
import { describeDescriptor, readBody } from './message-facts.ts'

/** A fact that differs; undefined in the message that does not have it. */
export interface MessageDifference {
  group: string
  name: string
  first: string | undefined
  second: string | undefined
}

/** Returns the facts of the descriptors, headers and properties that differ, in the order of the view of a message. */
export function listDifferences(first: MessageDetails, second: MessageDetails): readonly MessageDifference[] {
  const before = listFacts(first)
  const after = listFacts(second)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => {
      const [group = '', name = ''] = JSON.parse(key) as string[]
      return { group, name, first: before.get(key), second: after.get(key) }
    })
    .sort((a, b) => groupOrder(a) - groupOrder(b))
}

const descriptor = t('Descriptor')
const properties = t('Properties')

function groupOrder({ group }: MessageDifference): number {
  if (group === descriptor) return 0
  return group === properties ? 2 : 1
}

/** Returns the texts by group and name. Of headers of one name, each has its number. */
function listFacts(message: MessageDetails): ReadonlyMap<string, string> {
  const rows: [group: string, name: string, text: string][] = [
    ...describeDescriptor(message).map(([name, text]) => [descriptor, name, text] as [string, string, string]),
    ...message.headers.flatMap(({ name, fields }) =>
      fields.map((field) => [t('Header {name}', { name }), field.name, field.value] as [string, string, string]),
    ),
    ...message.properties.map(
      ({ name, type, value }) => [properties, `${name} (${type})`, value] as [string, string, string],
    ),
  ]
  const facts = new Map<string, string>()
  for (const [group, name, text] of rows) {
    let key = JSON.stringify([group, name])
    for (let number = 2; facts.has(key); number += 1) key = JSON.stringify([group, `${name} ${number}`])
    facts.set(key, text)
  }
  return facts
}

/** The characters of each body that are compared: the comparison of megabytes takes seconds. */
const maxComparedCharacters = 200_000

export interface BodyComparison {
  format: BodyFormat
  /** The lines in parts: `base` has those of the first body, `theirs` those of the second. */
  parts: readonly MergePart[]
  /** Whether the bodies are longer than what was compared. */
  isPartial: boolean
}

/** Compares the bodies by lines: both as indented JSON or XML, as text, or else as a hex dump. */
export function compareBodies(first: MessageDetails, second: MessageDetails): BodyComparison {
  const [one, other] = [first, second].map((message) => {
    const bytes = readBody(message)
    const page = findCodePage(message.ccsid)
    return { bytes, page, format: detectFormat(bytes, page) }
  }) as [Body, Body]
  const format = findCommonFormat(one.format, other.format)
  const texts = [one, other].map(({ bytes, page }) => renderBody(bytes, format, page) ?? '')
  const [before = '', after = ''] = texts.map((text) => text.slice(0, maxComparedCharacters))
  const isPartial = first.truncated || second.truncated || texts.some(({ length }) => length > maxComparedCharacters)
  return { format, parts: mergeTexts(endLine(before), endLine(after), endLine(before)), isPartial }
}

type Body = { bytes: Uint8Array; page: string; format: BodyFormat }

function findCommonFormat(first: BodyFormat, second: BodyFormat): BodyFormat {
  if (first === second) return first
  return first === 'hex' || second === 'hex' ? 'hex' : 'text'
}

/** Ends the last line, which would differ from an equal one that another line follows. */
function endLine(text: string): string {
  return text === '' ? '' : `${text}\n`
}

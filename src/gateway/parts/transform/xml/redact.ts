/** Masks or removes fields of JSON and XML. */
import type { PathStep } from './redact-paths.ts'
import { parseXmlTree, writeXmlTree, type XmlNode } from './xml-tree.ts'

export interface Redaction {
  steps: readonly PathStep[]
  removes: boolean
}

const mask = '******'

/** The numbers of the steps that the members of a value, or the children of an element, may match. */
type ActiveSteps = ReadonlySet<number>

const firstStep: ActiveSteps = new Set([0])

/** Returns the text of a body with its fields masked or removed. Throws for a text that is neither JSON nor XML. */
export function redactText(text: string, redactions: readonly Redaction[]): string {
  if (text.trimStart().startsWith('<')) {
    const tree: XmlElement = ['', {}, parseXmlTree(text)]
    for (const each of redactions) redactElement(tree, firstStep, each)
    return writeXmlTree(tree[2])
  }
  return JSON.stringify(redactValue(JSON.parse(text, keepNumber), redactions))
}

const { isRawJSON, rawJSON } = JSON as unknown as Record<'isRawJSON' | 'rawJSON', (value: unknown) => unknown>

/** Keeps the text of a number: a double has 15 digits for certain, and ids have more. */
function keepNumber(_: string, value: unknown, context?: { source: string }): unknown {
  const text = context?.source
  return typeof value === 'number' && String(value) !== text ? rawJSON(text) : value
}

/** Returns the value with its fields masked or removed; the value itself is changed. */
export function redactValue(value: unknown, redactions: readonly Redaction[]): unknown {
  for (const each of redactions) redactMembers(value, firstStep, each)
  return value
}

/** Visits each member once, with all steps that it may match: a path with several `**` would otherwise take powers of the depth. */
function redactMembers(
  value: unknown,
  active: ActiveSteps,
  redaction: Redaction,
  ofItems: ReadonlyMap<number, ActiveSteps> = new Map(),
): void {
  if (typeof value !== 'object' || value === null || isRawJSON(value) || active.size + ofItems.size === 0) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const own = ofItems.get(index)
      redactMembers(item, own ? new Set([...active, ...own]) : active, redaction)
    }
    return
  }
  const holder = value as Record<string, unknown>
  for (const name of Object.keys(holder)) {
    const [below, ofItems] = redactMember(holder, name, active, redaction)
    if (Object.hasOwn(holder, name)) redactMembers(holder[name], below, redaction, ofItems)
  }
}

/** Masks or removes a member that matches a last step. Returns the steps of what is below it, and those of single items. */
function redactMember(
  holder: Record<string, unknown>,
  name: string,
  active: ActiveSteps,
  { steps, removes }: Redaction,
): [below: ActiveSteps, ofItems: ReadonlyMap<number, ActiveSteps>] {
  const below = new Set<number>()
  const ofItems = new Map<number, ReadonlySet<number>>()
  for (const number of active) {
    const { name: wanted, isDeep, index } = steps[number] as PathStep
    const member = holder[name]
    if (isDeep) below.add(number)
    if (wanted !== '*' && wanted !== name) continue
    const isItem = index !== undefined && Array.isArray(member)
    if (number < steps.length - 1) {
      if (isItem) ofItems.set(index, new Set(ofItems.get(index)).add(number + 1))
      else below.add(number + 1)
    } else if (isItem) {
      if (index < member.length) member.splice(index, 1, ...(removes ? [] : [mask]))
    } else if (removes) delete holder[name]
    else holder[name] = mask
  }
  return [below, ofItems]
}

type XmlElement = Exclude<XmlNode, string>

function redactElement(element: XmlElement, active: ActiveSteps, redaction: Redaction): void {
  if (active.size === 0) return
  const [, attributes, children] = element
  const { steps, removes } = redaction
  for (const number of active) {
    const name = /^@(.*)/s.exec((steps[number] as PathStep).name)?.[1]
    if (name === undefined || !Object.hasOwn(attributes, name)) continue
    if (removes) delete attributes[name]
    else attributes[name] = mask
  }
  const counts = new Map<number, number>()
  element[2] = children.filter((child) => {
    if (typeof child === 'string') return true
    const below = redactChild(child, active, counts, redaction)
    if (below) redactElement(child, below, redaction)
    return below !== undefined
  })
}

/** Masks a child that matches a last step. Returns the steps of its children, or undefined when it is to be removed. */
function redactChild(
  child: XmlElement,
  active: ActiveSteps,
  counts: Map<number, number>,
  { steps, removes }: Redaction,
): ActiveSteps | undefined {
  const [name] = child
  const localName = name.slice(name.lastIndexOf(':') + 1)
  const below = new Set<number>()
  for (const number of active) {
    const { name: wanted, isDeep, index } = steps[number] as PathStep
    if (isDeep) below.add(number)
    if (wanted !== '*' && wanted !== name && wanted !== localName) continue
    const count = counts.get(number) ?? 0
    counts.set(number, count + 1)
    if (index !== undefined && index !== count) continue
    if (number < steps.length - 1) below.add(number + 1)
    else if (removes) return undefined
    else child[2] = [mask]
  }
  return below
}

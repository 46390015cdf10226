/** Masks or removes fields of JSON and XML. */
import type { PathStep } from './redact-paths.ts'
import { parseXmlTree, writeXmlTree, type XmlNode } from './xml-tree.ts'

export interface Redaction {
  steps: readonly PathStep[]
  removes: boolean
}

const mask = '******'

/** Returns the text of a body with its fields masked or removed. Throws for a text that is neither JSON nor XML. */
export function redactText(text: string, redactions: readonly Redaction[]): string {
  if (text.trimStart().startsWith('<')) {
    const tree: XmlNode = ['', {}, parseXmlTree(text)]
    for (const { steps, removes } of redactions) redactElement(tree, steps, removes)
    return writeXmlTree(tree[2] as XmlNode[])
  }
  return JSON.stringify(redactValue(JSON.parse(text), redactions))
}

/** Returns the value with its fields masked or removed; the value itself is changed. */
export function redactValue(value: unknown, redactions: readonly Redaction[]): unknown {
  for (const { steps, removes } of redactions) redactMembers(value, steps, removes)
  return value
}

function redactMembers(value: unknown, steps: readonly PathStep[], removes: boolean): void {
  if (typeof value !== 'object' || value === null) return
  const [step, ...rest] = steps
  if (!step) return
  if (Array.isArray(value)) {
    for (const each of value) redactMembers(each, steps, removes)
    return
  }
  const holder = value as Record<string, unknown>
  for (const name of Object.keys(holder)) {
    const isMatch = step.name === '*' || step.name === name
    if (isMatch) redactMember(holder, name, step, rest, removes)
    if (step.isDeep && Object.hasOwn(holder, name)) redactMembers(holder[name], steps, removes)
  }
}

function redactMember(
  holder: Record<string, unknown>,
  name: string,
  { index }: PathStep,
  rest: readonly PathStep[],
  removes: boolean,
): void {
  const member = holder[name]
  if (rest.length > 0) {
    redactMembers(index !== undefined && Array.isArray(member) ? member[index] : member, rest, removes)
  } else if (index !== undefined && Array.isArray(member)) {
    if (index < member.length) member.splice(index, 1, ...(removes ? [] : [mask]))
  } else if (removes) delete holder[name]
  else holder[name] = mask
}

function redactElement(node: XmlNode, steps: readonly PathStep[], removes: boolean): void {
  const [step, ...rest] = steps
  if (!step || typeof node === 'string') return
  const [, attributes, children] = node
  if (step.name.startsWith('@')) redactAttribute(attributes, step.name.slice(1), removes)
  let count = -1
  for (const child of [...children]) {
    if (typeof child === 'string') continue
    const isMatch = step.name === '*' || child[0] === step.name || child[0].replace(/^.*:/, '') === step.name
    if (isMatch) count += 1
    if (isMatch && (step.index === undefined || step.index === count)) {
      if (rest.length > 0) redactElement(child, rest, removes)
      else if (removes) children.splice(children.indexOf(child), 1)
      else child[2] = [mask]
    }
    if (step.isDeep) redactElement(child, steps, removes)
  }
}

function redactAttribute(attributes: Record<string, string>, name: string, removes: boolean): void {
  if (!Object.hasOwn(attributes, name)) return
  if (removes) delete attributes[name]
  else attributes[name] = mask
}

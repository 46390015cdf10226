/**
 * Variables in an assembly, `$(name)`: which are used, and which of them must be properties.
 */

import type { NameReference } from '../document-set/api-document.ts'
import type { MemberPath } from '../text/parsed-document.ts'

/** What the gateway itself provides: each of these, and everything below it (`request.headers.accept`). */
export const builtInVariables = [
  'api',
  'catalog',
  'client',
  'error',
  'message',
  'oauth',
  'org',
  'plan',
  'request',
  'system',
  'user',
] as const

const variable = /\$\(([^()]*)\)/g
/** Members of policies that give a variable its value. */
const givers = ['set', 'add', 'output', 'error-object']

/** The variables that only a property can provide, each once for each place. */
export function findNeededVariables(assembly: unknown, path: MemberPath): NameReference[] {
  const used: NameReference[] = []
  const given = new Set<string>(builtInVariables)
  walk(assembly, path, (text, at) => {
    if (givers.includes(String(at.at(-1)))) given.add(text)
    if (!text.includes('$(')) return
    for (const [, name = ''] of text.matchAll(variable)) used.push({ name: name.trim(), path: [...at] })
  })
  return used.filter(({ name }) => !isGiven(name, given))
}

/** Every text that stands under a member of this name. */
export function findNameReferences(member: string, value: unknown, path: MemberPath): NameReference[] {
  const found: NameReference[] = []
  walk(value, path, (text, at) => {
    if (at.at(-1) === member) found.push({ name: text, path: [...at] })
  })
  return found
}

/** `invoked.body` is given when `invoked` is. */
function isGiven(name: string, given: ReadonlySet<string>): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    if (given.has(name.slice(0, end))) return true
  }
  return false
}

/** Tells of every text in a value. The path that is told changes with each: who keeps one keeps a copy. */
function walk(value: unknown, path: MemberPath, met: (text: string, path: MemberPath) => void): void {
  const here = [...path]
  visit(value)

  function visit(inside: unknown): void {
    if (typeof inside === 'string') met(inside, here)
    if (typeof inside !== 'object' || inside === null) return
    for (const [key, each] of Object.entries(inside)) {
      here.push(Array.isArray(inside) ? Number(key) : key)
      visit(each)
      here.pop()
    }
  }
}

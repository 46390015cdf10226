/** Finds the variables `$(name)` in an assembly, and those of them that must be properties. */
import type { NameReference } from '../document-set/document-set.ts'
import type { MemberPath } from '../text/parsed-document.ts'

/** The variables of the gateway. Each name includes what is below it, such as `request.headers.accept`. */
export const builtInVariables = [
  'api',
  'catalog',
  'client',
  'env.path',
  'error',
  'message',
  'oauth',
  'org',
  'plan',
  'product',
  'request',
  'session',
  'system',
  'user',
] as const

const variable = /\$\(([^()]*)\)/g
/** The members of policies whose value is the name of a variable that the policy sets. */
const settingMembers = ['set', 'add', 'output', 'error-object']

/** Policies whose settings have a language of their own, in which `$(name)` may mean something else. */
const ownLanguages = ['gatewayscript', 'javascript', 'map']

/** Returns the variables that only a property can provide, with their paths. Policies set the `assigned` ones. */
export function findNeededVariables(
  assembly: unknown,
  path: MemberPath,
  assigned: Iterable<string> = [],
): NameReference[] {
  const used: NameReference[] = []
  const given = new Set<string>([...builtInVariables, ...assigned])
  walk(assembly, path, (text, at) => {
    if (settingMembers.includes(String(at.at(-1)))) given.add(text)
    if (!text.includes('$(') || at.some((key) => ownLanguages.includes(String(key)))) return
    for (const [, name = ''] of text.matchAll(variable)) used.push({ name: name.trim(), path: [...at] })
  })
  return used.filter(({ name }) => !isGiven(name, given))
}

/** Returns every text under members with this name, with its path. */
export function findNameReferences(member: string, value: unknown, path: MemberPath): NameReference[] {
  const found: NameReference[] = []
  walk(value, path, (text, at) => {
    if (at.at(-1) === member) found.push({ name: text, path: [...at] })
  })
  return found
}

/** Returns whether a variable is provided. `invoked.body` is provided when `invoked` is. */
function isGiven(name: string, given: ReadonlySet<string>): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    if (given.has(name.slice(0, end))) return true
  }
  return false
}

/** Calls `met` with every text in a value and its path, an array that is reused: keep a copy. */
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

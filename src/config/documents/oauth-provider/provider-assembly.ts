/**
 * Checks the assembly in the document of a native provider. API Connect generates it from the settings, and
 * Sluice implements these steps itself. An added step would change the behaviour, so it is an error.
 */

import { isJsonObject } from '../../../lib/collections/json-object.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { type MemberPath, renderMemberPath } from '../../text/parsed-document.ts'

/** The policies of a generated assembly. */
const generated = new Set(['oauth', 'user-security', 'switch', 'operation-switch', 'if', 'catch'])
/** The members that contain lists of steps, directly or further down. */
const holders = new Set(['execute', 'catch', 'finally', 'case', 'otherwise', 'default'])

export function reportCustomAssembly(assembly: MemberPath, { source, problems }: DocumentContext): void {
  visit(source.valueAt(assembly), assembly)

  function visit(value: unknown, path: MemberPath): void {
    if (Array.isArray(value)) for (const index of value.keys()) visitStep(value[index], [...path, index])
    else if (isJsonObject(value))
      for (const [key, each] of Object.entries(value)) if (holders.has(key)) visit(each, [...path, key])
  }

  function visitStep(step: unknown, path: MemberPath): void {
    if (!isJsonObject(step)) return
    const [name, ...others] = Object.keys(step)
    if (name === undefined) return
    if (others.length > 0 || holders.has(name)) visit(step, path)
    else if (generated.has(name)) visit(step[name], [...path, name])
    else if (isGeneratedStep(step[name])) return
    else {
      const message = `${renderMemberPath([...path, name])} is not a policy of a generated assembly: a native provider does not run assemblies; move it to the APIs, or remove it`
      problems.error(source.locateKey([...path, name]), message)
    }
  }
}

/** Returns the user registry of the first `user-security` in an assembly. */
export function findGeneratedRegistry(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    for (const each of value) {
      const found = findGeneratedRegistry(each)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  const security = value['user-security']
  const named = isJsonObject(security) ? security['user-registry'] : undefined
  return typeof named === 'string' && named !== '' ? named : findGeneratedRegistry(Object.values(value))
}

/** Returns whether the management server has added a step, such as those for OpenID Connect: their titles say so. */
function isGeneratedStep(settings: unknown): boolean {
  const title = isJsonObject(settings) ? settings.title : undefined
  return typeof title === 'string' && /^(x-ibm-)?oauth-(oidc-)?auto-generated-/.test(title)
}

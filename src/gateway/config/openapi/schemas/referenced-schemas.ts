/** Collects the schemas of a document that policies refer to, as they are written. */
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { type Assembly, listSteps, type PolicyStep } from '../../types/index.ts'
import { resolvePointer } from './local-ref.ts'

/**
 * Returns the schemas that policies name, and those that these refer to, by the text of the reference; undefined for
 * none. A reference that leads nowhere is a problem of its policy.
 */
export function readReferencedSchemas(
  assembly: Assembly,
  { source, problems, tables }: DocumentContext,
): ReadonlyMap<string, unknown> | undefined {
  const found = new Map<string, unknown>()

  function collect(reference: string, step: PolicyStep): void {
    if (found.has(reference)) return
    const target = resolvePointer(source, reference)
    if ('error' in target) {
      problems.error(step.location, `${step.policy}: ${target.error}`)
      return
    }
    const schema = source.valueAt(target.path)
    found.set(reference, schema)
    for (const each of findReferences(schema)) collect(each, step)
  }

  for (const step of listSteps(assembly)) {
    const policy = tables.policies.find(({ policy }) => policy === step.policy)
    for (const reference of policy?.schemaReferences?.(step.settings as never) ?? []) collect(reference, step)
  }
  return found.size > 0 ? found : undefined
}

/** Returns every `$ref` within a value. */
export function findReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { $ref: reference } = value as { $ref?: unknown }
  return [...(typeof reference === 'string' ? [reference] : []), ...Object.values(value).flatMap(findReferences)]
}

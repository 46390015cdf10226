/** Selects the helpful errors when a value matches none of the alternatives of a schema. */
import type { ErrorObject } from 'ajv'

/** Returns the errors of the alternative that was meant: one `enum` error for constants, else the closest one's. */
export function selectRelevantErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = []
  for (const error of errors) {
    if (error.keyword === 'if') continue
    if ((error.keyword !== 'anyOf' && error.keyword !== 'oneOf') || error.params.passingSchemas) {
      kept.push(error)
      continue
    }
    // Ajv reports the errors of the alternatives directly before the error of the choice.
    const inside: ErrorObject[] = []
    while (kept.at(-1)?.schemaPath.startsWith(`${error.schemaPath}/`)) inside.unshift(kept.pop() as ErrorObject)
    kept.push(...chosen(error, inside))
  }
  return kept
}

function chosen(choice: ErrorObject, inside: readonly ErrorObject[]): ErrorObject[] {
  const branches = choice.schema as { const?: unknown; enum?: unknown[]; type?: string }[]
  const constants = branches.flatMap((branch) => ('const' in branch ? [branch.const] : (branch.enum ?? [])))
  if (branches.every((branch) => 'const' in branch || branch.enum)) {
    return [{ ...choice, keyword: 'enum', params: { allowedValues: constants } }]
  }

  const byBranch = branches.map((_, index) =>
    inside.filter(({ schemaPath }) => schemaPath.startsWith(`${choice.schemaPath}/${index}/`)),
  )
  const fitting = byBranch.filter((errors) => errors.length > 0 && !errors.some((each) => isWrongType(each, choice)))
  if (fitting.length > 0) return fitting.reduce((best, each) => (misfit(each) < misfit(best) ? each : best))

  const types = branches.flatMap(({ type, enum: values }) => type ?? (values ? 'string' : []))
  return [{ ...choice, keyword: 'type', params: { type: [...new Set(types)] } }]
}

function isWrongType(error: ErrorObject, choice: ErrorObject): boolean {
  return error.keyword === 'type' && error.instancePath === choice.instancePath
}

/** Rates how far a value is from an alternative. A wrong constant means another one; else fewer errors are closer. */
function misfit(errors: readonly ErrorObject[]): number {
  return errors.reduce((sum, { keyword }) => sum + (keyword === 'const' || keyword === 'enum' ? 10 : 1), 0)
}

/**
 * Selects, among the errors that Ajv reports about one value, the error that helps the caller most.
 *
 * Ajv stops at the first error, except for `anyOf` and `oneOf` (and so also for `nullable`): there it reports the
 * errors of every branch, and then the error of the choice itself.
 */
import type { ErrorObject } from 'ajv'

/**
 * Returns the error that lies deepest inside the value, because the value came closest to that branch. When all
 * branches fail because of the type, the returned error names all their types.
 */
export function findDecidingError(errors: readonly ErrorObject[]): ErrorObject {
  const [first] = errors
  const choice = errors.at(-1)
  if (!first || !choice) throw new Error('Ajv has rejected a value without an error')
  if (!isChoice(choice) || choice.params.passingSchemas) return first

  const inside = errors.filter((each) => !isChoice(each) && each.keyword !== 'if')
  const deepest = Math.max(...inside.map(depth))
  const nearest = inside.filter((each) => depth(each) === deepest)
  const found = nearest.find(({ keyword }) => keyword !== 'type')
  if (found) return found
  const [example = choice] = nearest
  const types = nearest.flatMap(({ params }) => params.type)
  return { ...example, params: { type: [...new Set(types)] } }
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length
}

/**
 * Of the errors that Ajv reports about one value, the one that tells the caller most.
 *
 * Ajv stops at the first error, but for `anyOf` and `oneOf` (so also for `nullable`) it reports the errors of every
 * branch first, and the choice itself last.
 */
import type { ErrorObject } from 'ajv'

/**
 * The error deepest inside the value: that branch came nearest. When every branch only wants another type, one error
 * names all of these types.
 */
export function findDecidingError(errors: readonly ErrorObject[]): ErrorObject {
  const choice = errors.at(-1) as ErrorObject
  if (!isChoice(choice) || choice.params.passingSchemas) return errors[0] as ErrorObject

  const inside = errors.filter((each) => !isChoice(each) && each.keyword !== 'if')
  const deepest = Math.max(...inside.map(depth))
  const nearest = inside.filter((each) => depth(each) === deepest)
  const found = nearest.find(({ keyword }) => keyword !== 'type')
  if (found) return found
  const [first = choice] = nearest
  const types = nearest.flatMap(({ params }) => params.type as string | string[])
  return { ...first, params: { type: [...new Set(types)] } }
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length
}

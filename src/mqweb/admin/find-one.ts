/** The one object that a path names. */
import { type Attempt, notFound } from '../errors/mq.ts'

/**
 * The object of this very name among those that were displayed: a name that ends in `*` displays others. Throws 404
 * when there is none.
 */
export function exactly<T extends { name?: unknown }>(
  name: string,
  objects: readonly T[],
  attempt: Pick<Attempt, 'object' | 'missing'>,
): T[] {
  const found = objects.find((each) => each.name === name)
  if (!found) throw notFound(attempt)
  return [found]
}

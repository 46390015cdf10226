/** The one object that a path names. */
import { type AttemptedOperation, createNotFoundError } from '../errors/mq-errors.ts'

/**
 * The object of this very name among those that were displayed: a name that ends in `*` displays others. Throws 404
 * when there is none.
 */
export function findOne<T extends { name?: unknown }>(
  name: string,
  objects: readonly T[],
  attempt: Pick<AttemptedOperation, 'object' | 'notFoundMessageId'>,
): T[] {
  const found = objects.find((each) => each.name === name)
  if (!found) throw createNotFoundError(attempt)
  return [found]
}

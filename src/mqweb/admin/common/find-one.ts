/** Finds the one object that a path names. */
import { type AttemptedOperation, createNotFoundError } from '../../errors/mq-errors.ts'

/**
 * Returns a list with the object of exactly this name. A DISPLAY command treats a name that ends in `*` as
 * generic and returns others as well. Throws `RestError` with status 404 when there is none.
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

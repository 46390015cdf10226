/** Computes digests of values of which only the fact of a change is shown, because they are long or may be secret. */
import { createHash } from 'node:crypto'

const mark = 'digest:'

/** Returns a digest that is equal for equal values and does not reveal them. */
export function computeDigest(value: unknown): string {
  const text = JSON.stringify(value, (_, each) =>
    each instanceof Map || each instanceof Set ? [...each] : each,
  )
  return mark + createHash('sha256').update(text).digest('base64url')
}

export function isDigest(value: string): boolean {
  return value.startsWith(mark)
}

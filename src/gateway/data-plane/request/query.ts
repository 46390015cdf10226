/** Removes parameters from the query that goes to the upstream, and leaves the rest of it as it was written. */
import type { RequestTarget } from '../call/caller.ts'

/** A parameter, decoded. */
export type QueryParameter = readonly [name: string, value: string]

/** Returns the parameters of a query that begins with a question mark, in their order. */
export function readParameters(search: string): readonly { text: string; parameter: QueryParameter }[] {
  if (search === '') return []
  return search
    .slice(1)
    .split('&')
    .map((text) => ({ text, parameter: [...new URLSearchParams(text)][0] ?? ['', ''] }))
}

/** Removes each parameter at whose index `isRemoved` is true. */
export function removeParametersAt(target: RequestTarget, isRemoved: (index: number) => boolean): void {
  const rest = readParameters(target.search)
    .filter((_, index) => !isRemoved(index))
    .map(({ text }) => text)
    .join('&')
  target.search = rest === '' ? '' : `?${rest}`
}

/** Removes the parameters of the names. */
export function removeParameters(target: RequestTarget, names: readonly string[]): void {
  const parameters = readParameters(target.search)
  if (!parameters.some(({ parameter: [name] }) => names.includes(name))) return
  removeParametersAt(target, (index) => names.includes(parameters[index]?.parameter[0] ?? ''))
}

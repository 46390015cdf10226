/**
 * A fact about a catalog, and the words that facts are told in.
 */

/** A name that reads like a path through the catalog, and a value in words. */
export type Fact = readonly [name: string, value: string]

/** The facts with a name before theirs. */
export function* below(name: string, facts: Iterable<Fact>): Iterable<Fact> {
  for (const [inside, value] of facts) yield [`${name}: ${inside}`, value]
}

export function words(values: Iterable<string>): string {
  return [...values].join(', ') || 'none'
}

export function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

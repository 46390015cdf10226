/**
 * A fact about a catalog, and the words that facts are told in.
 */

/** A name that reads like a path through the catalog, and a value in words. */
export type ConfigFact = readonly [name: string, value: string]

/** The facts with a name before theirs. */
export function* prefixFacts(name: string, facts: Iterable<ConfigFact>): Iterable<ConfigFact> {
  for (const [inside, value] of facts) yield [`${name}: ${inside}`, value]
}

export function renderValues(values: Iterable<string>): string {
  return [...values].join(', ') || 'none'
}

export function renderYesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

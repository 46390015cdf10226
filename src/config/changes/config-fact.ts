/** Defines a fact of the configuration and renders values of facts. */

/** The name of a configuration value, which reads like a path through the catalog, and the value as text. */
export type ConfigFact = readonly [name: string, value: string]

/** Yields the facts with a prefix before their names. */
export function* prefixFacts(name: string, facts: Iterable<ConfigFact>): Iterable<ConfigFact> {
  for (const [inside, value] of facts) yield [`${name}: ${inside}`, value]
}

export function renderValues(values: Iterable<string>): string {
  return [...values].join(', ') || 'none'
}

export function renderYesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

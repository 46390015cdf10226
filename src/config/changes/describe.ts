/**
 * What changes between two configurations, in plain words: `sandbox: plan shop/gold: limit default: 100 per hour ->
 * 80 per minute`. For people who are about to apply a change, and for the log after it.
 *
 * A configuration is flattened into facts, each with a sentence-like name; two sets of facts are then compared. No
 * fact holds a secret: of hashes and property values only the change is told.
 */
import type { Config } from '../types.ts'
import { catalogFacts } from './catalog-facts.ts'
import { isDigest } from './digest.ts'

/** One line for each thing that was added, removed or changed; empty when nothing a caller could notice did. */
export function describeChanges(before: Config, after: Config): string[] {
  const old = factsOf(before)
  const now = factsOf(after)
  const lines: string[] = []

  for (const [name, value] of now) {
    if (!old.has(name)) lines.push(...(isBelowNew(name, old, now) ? [] : [added(name, value)]))
    else if (old.get(name) !== value) lines.push(`${name}: ${changed(old.get(name) as string, value)}`)
  }
  for (const name of old.keys()) {
    if (!now.has(name) && !isBelowNew(name, now, old)) lines.push(`${name}: removed`)
  }
  return lines.sort()
}

function factsOf(config: Config): Map<string, string> {
  return new Map(config.catalogs.flatMap((catalog) => [...catalogFacts(catalog)]))
}

/** The details of a thing that came or went as a whole are not worth a line each. */
function isBelowNew(
  name: string,
  without: ReadonlyMap<string, string>,
  having: ReadonlyMap<string, string>,
): boolean {
  for (let end = name.lastIndexOf(': '); end > 0; end = name.lastIndexOf(': ', end - 1)) {
    const whole = name.slice(0, end)
    if (having.has(whole) && !without.has(whole)) return true
  }
  return false
}

function added(name: string, value: string): string {
  return value === '' || isDigest(value) ? `${name}: added` : `${name}: added, ${value}`
}

function changed(from: string, to: string): string {
  return isDigest(from) || isDigest(to) ? 'changed' : `${from || 'nothing'} -> ${to || 'nothing'}`
}

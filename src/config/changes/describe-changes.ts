/**
 * What changes between two configurations, in plain words: `sandbox: plan shop/gold: limit default: 100 per hour ->
 * 80 per minute`. For people who are about to apply a change, and for the log after it.
 *
 * A configuration is flattened into facts, each with a sentence-like name; two sets of facts are then compared. No
 * fact holds a secret: of hashes and property values only the change is told.
 */
import { isDeepStrictEqual } from 'node:util'

import type { Catalog, Config } from '../types/index.ts'
import { catalogFacts } from './catalog-facts.ts'
import { isDigest } from './digest.ts'

/** One line for each thing that was added, removed or changed; empty when nothing a caller could notice did. */
export function describeChanges(before: Config, after: Config): string[] {
  const [old, now] = whatDiffers(before, after).map(factsOf) as [Facts, Facts]
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

type Facts = ReadonlyMap<string, string>

function factsOf(catalogs: readonly Catalog[]): Facts {
  return new Map(catalogs.flatMap((catalog) => [...catalogFacts(catalog)]))
}

/** Both without the APIs that are the same in either: of a thousand, most are. */
function whatDiffers({ catalogs: before }: Config, { catalogs: after }: Config): [Catalog[], Catalog[]] {
  return [before.map((catalog) => without(catalog, after)), after.map((catalog) => without(catalog, before))]
}

function without(catalog: Catalog, others: readonly Catalog[]): Catalog {
  const other = others.find(({ path }) => path === catalog.path)
  const same = new Map(other?.apis.map((api) => [api.reference, api]))
  return { ...catalog, apis: catalog.apis.filter((api) => !isDeepStrictEqual(api, same.get(api.reference))) }
}

/** The details of a thing that came or went as a whole are not worth a line each. */
function isBelowNew(name: string, absent: Facts, having: Facts): boolean {
  for (let end = name.lastIndexOf(': '); end > 0; end = name.lastIndexOf(': ', end - 1)) {
    const whole = name.slice(0, end)
    if (having.has(whole) && !absent.has(whole)) return true
  }
  return false
}

function added(name: string, value: string): string {
  return value === '' || isDigest(value) ? `${name}: added` : `${name}: added, ${value}`
}

function changed(from: string, to: string): string {
  return isDigest(from) || isDigest(to) ? 'changed' : `${from || 'nothing'} -> ${to || 'nothing'}`
}

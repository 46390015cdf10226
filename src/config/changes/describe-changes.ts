/**
 * Describes the changes between two configurations in sentences such as `sandbox: plan shop/gold: limit default:
 * 100 per hour -> 80 per minute`, before a change is applied and in the log afterwards.
 *
 * A configuration is flattened into facts with a sentence-like name, and the two sets of facts are compared. No
 * fact contains a secret: secret hashes and property values are compared by their digests.
 */
import { isDeepStrictEqual } from 'node:util'

import type { Catalog, Config } from '../types/index.ts'
import { listCatalogFacts } from './catalog-facts.ts'
import { isDigest } from './digest.ts'

/**
 * Returns one line for each thing that was added, removed or changed; an empty list when a caller could notice no
 * difference.
 */
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
  return new Map(catalogs.flatMap((catalog) => [...listCatalogFacts(catalog)]))
}

/** Returns the catalogs of both configurations without the APIs that are identical in both. */
function whatDiffers({ catalogs: before }: Config, { catalogs: after }: Config): [Catalog[], Catalog[]] {
  return [before.map((catalog) => without(catalog, after)), after.map((catalog) => without(catalog, before))]
}

function without(catalog: Catalog, others: readonly Catalog[]): Catalog {
  const other = others.find(({ path }) => path === catalog.path)
  const same = new Map(other?.apis.map((api) => [api.reference, api]))
  return { ...catalog, apis: catalog.apis.filter((api) => !isDeepStrictEqual(api, same.get(api.reference))) }
}

/**
 * Returns whether the fact belongs to a thing that was added or removed as a whole, which is described in one
 * line.
 */
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

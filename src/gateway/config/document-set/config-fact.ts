/** Defines the parts of a catalog that are compared, their facts, and how values of facts are rendered. */
import { createHash } from 'node:crypto'

/** The kinds of parts of a catalog, and the catalog itself. */
export type ConfigPartKind =
  | 'catalog'
  | 'user registry'
  | 'OAuth provider'
  | 'TLS client profile'
  | 'product'
  | 'plan'
  | 'API'
  | 'application'

/** A part of a catalog with everything in it that a caller, a user or an operator could notice. */
export interface ConfigPart {
  kind: ConfigPartKind
  /** The name within the catalog: `shop/gold` for a plan. */
  name: string
  facts: Iterable<ConfigFact>
}

/** Lists the parts of one kind. */
export function listNamedParts<P extends { name: string }>(
  kind: ConfigPartKind,
  parts: Iterable<P>,
  listFacts: (part: P) => Iterable<ConfigFact>,
): ConfigPart[] {
  return Array.from(parts, (part) => ({ kind, name: part.name, facts: listFacts(part) }))
}

/** The name of a member, which reads like a path through the part, and its value as text. */
export type ConfigFact = readonly [member: string, value: string]

/** Yields the facts with a prefix before the names of their members. */
export function* prefixFacts(name: string, facts: Iterable<ConfigFact>): Iterable<ConfigFact> {
  for (const [inside, value] of facts) yield [`${name}: ${inside}`, value]
}

export function renderValues(values: Iterable<string>): string {
  return [...values].join(', ') || 'none'
}

export function renderYesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

const mark = 'digest:'

/** Returns a digest that is equal for equal values and hides them: of long and secret ones, only a change is shown. */
export function computeDigest(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => (each instanceof Map || each instanceof Set ? [...each] : each))
  return mark + createHash('sha256').update(text).digest('base64url')
}

export function isDigest(value: string): boolean {
  return value.startsWith(mark)
}

/** Returns the value without source locations, because the lines of a step change with every edit above it. */
export function withoutLocations(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each) => (key === 'location' && isLocation(each) ? undefined : each)))
}

function isLocation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file' in value && 'line' in value && 'column' in value
}

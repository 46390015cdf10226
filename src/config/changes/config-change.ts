import type { ConfigPartKind } from '../document-set/config-fact.ts'

/** A difference between two configurations that a caller, a user or an operator could notice. */
export interface ConfigChange {
  /** The organisation and the name of the catalog: `acme/sandbox`. */
  catalog: string
  kind: ConfigPartKind
  /** The name of the part within the catalog: `shop/gold` for a plan. */
  name: string
  /** The member of the part; absent when the part itself was added or removed. */
  member?: string
  action: 'added' | 'removed' | 'changed'
  /** The value before; absent when there was none, and for long or secret values. */
  before?: string
  /** The value after; absent when there is none, and for long or secret values. */
  after?: string
  /** The applications whose calls or tokens depend on the part, in either configuration. */
  applications: readonly string[]
  /** The change as a line. */
  text: string
}

/** Returns a line such as `catalog acme/sandbox: plan shop/gold: rate limit default: 100 per hour -> 80 per minute`. */
export function renderChange(change: Omit<ConfigChange, 'applications' | 'text'>): string {
  const { catalog, kind, name, member, action, before, after } = change
  const path = [`catalog ${catalog}`]
  if (kind !== 'catalog') path.push(`${kind} ${name}`)
  if (member !== undefined) path.push(member)
  return `${path.join(': ')}: ${renderDifference(action, before, after)}`
}

function renderDifference(
  action: ConfigChange['action'],
  before: string | undefined,
  after: string | undefined,
): string {
  if (action === 'removed') return 'removed'
  if (action === 'added') return after ? `added, ${after}` : 'added'
  return before === undefined || after === undefined ? 'changed' : `${before || 'nothing'} -> ${after || 'nothing'}`
}

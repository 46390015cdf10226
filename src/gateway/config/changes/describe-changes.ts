/**
 * Finds the changes between two configurations by comparing the facts of their parts, for previews and for the log.
 * No fact contains a secret: secret hashes and property values are compared by their digests.
 */
import { isDeepStrictEqual } from 'node:util'
import { type ConfigPartKind, isDigest } from '../document-set/config-fact.ts'
import { documentKinds } from '../documents/index.ts'
import {
  type Application,
  type Catalog,
  type Config,
  indexProducts,
  isOpenProduct,
  productBaseName,
} from '../types/index.ts'
import { findAffectedApplications } from './affected-applications.ts'

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
function renderChange(change: Omit<ConfigChange, 'applications' | 'text'>): string {
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

/** Returns one change for each thing that a caller could notice, in the order of their lines. */
export function describeChanges(before: Config, after: Config): ConfigChange[] {
  const paths = new Set([...before.catalogs, ...after.catalogs].map(({ path }) => path))
  return [...paths]
    .flatMap((path) => compareCatalogs(path.slice(1), findCatalog(before, path), findCatalog(after, path)))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
}

function findCatalog({ catalogs }: Config, path: string): Catalog | undefined {
  return catalogs.find((each) => each.path === path)
}

function compareCatalogs(name: string, before: Catalog | undefined, after: Catalog | undefined): ConfigChange[] {
  const findApplications = openApplicationFinder([before, after].filter((each) => each !== undefined))
  return listPartChanges(name, before, after).map((change) => ({
    catalog: name,
    ...change,
    // Title and portal of a catalog change no call.
    applications:
      change.kind === 'catalog' && change.member !== undefined ? [] : findApplications(change.kind, change.name),
    text: renderChange({ catalog: name, ...change }),
  }))
}

function listPartChanges(name: string, before: Catalog | undefined, after: Catalog | undefined): readonly PartChange[] {
  if (!before) return [{ kind: 'catalog', name, action: 'added' }]
  if (!after) return [{ kind: 'catalog', name, action: 'removed' }]
  return [...compareParts(listChangedParts(before, after), listChangedParts(after, before))]
}

/** Returns a function that finds the applications that a part affects in any of the catalogs, and computes them once. */
function openApplicationFinder(
  catalogs: readonly Catalog[],
): (kind: ConfigPartKind, name: string) => readonly string[] {
  const found = new Map<string, readonly string[]>()
  return function findApplications(kind, name) {
    const key = `${kind} ${name}`
    const applications =
      found.get(key) ?? [...new Set(catalogs.flatMap((each) => findAffectedApplications(each, kind, name)))].sort()
    found.set(key, applications)
    return applications
  }
}

type ComparedPart = { kind: ConfigPartKind; name: string; members: ReadonlyMap<string, string> }

type PartChange = Omit<ConfigChange, 'catalog' | 'applications' | 'text'>

/** Lists the parts of a catalog by kind and name, without APIs and applications that are identical in the other one. */
function listChangedParts(catalog: Catalog, other: Catalog): ReadonlyMap<string, ComparedPart> {
  const same = new Map(other.apis.map((api) => [api.reference, api]))
  const apis = catalog.apis.filter((api) => !isDeepStrictEqual(api, same.get(api.reference)))
  const moved = findMovedNames(catalog, other)
  const isMoved = ({ subscriptions }: Application) => subscriptions.some(({ product }) => moved.has(product))
  const isSame = catalog.applications === other.applications && moved.size === 0
  // The application of a document that did not change is the same object.
  const others = new Set(isSame ? [] : other.applications)
  const applications = isSame ? [] : catalog.applications.filter((each) => !others.has(each) || isMoved(each))
  return new Map(
    documentKinds
      .flatMap(({ listParts }) => listParts({ ...catalog, apis, applications }))
      .map(({ kind, name, facts }) => [`${kind} ${name}`, { kind, name, members: new Map(facts) }]),
  )
}

/** Returns the names by which subscriptions mean another version than in the other catalog, or one that opens APIs in one. */
function findMovedNames({ products }: Catalog, other: Catalog): ReadonlySet<string> {
  const others = indexProducts(other.products)
  const byBaseName = [...Map.groupBy([...products, ...other.products], productBaseName).values()]
  const several = new Set(byBaseName.filter((all) => all.some(({ version }) => version !== all[0]?.version)).flat())
  const moved = [...indexProducts(products)].filter(([name, here]) => {
    const there = others.get(name)
    const isSame = there && here.version === there.version && isOpenProduct(here) === isOpenProduct(there)
    return several.has(here) && !isSame
  })
  return new Set(moved.map(([name]) => name))
}

function* compareParts(
  before: ReadonlyMap<string, ComparedPart>,
  after: ReadonlyMap<string, ComparedPart>,
): Iterable<PartChange> {
  for (const [key, { kind, name, members }] of after) {
    const old = before.get(key)
    if (!old) yield { kind, name, action: 'added' }
    else for (const change of compareMembers(old.members, members)) yield { kind, name, ...change }
  }
  for (const [key, { kind, name }] of before) if (!after.has(key)) yield { kind, name, action: 'removed' }
}

type Members = ReadonlyMap<string, string>

function* compareMembers(before: Members, after: Members): Iterable<Omit<PartChange, 'kind' | 'name'>> {
  for (const [member, value] of after) {
    const old = before.get(member)
    if (old === value) continue
    if (old !== undefined)
      yield { member, action: 'changed', ...shownValue('before', old), ...shownValue('after', value) }
    else if (!isBelowNew(member, before, after)) yield { member, action: 'added', ...shownValue('after', value) }
  }
  for (const [member, value] of before) {
    if (!after.has(member) && !isBelowNew(member, after, before))
      yield { member, action: 'removed', ...shownValue('before', value) }
  }
}

/** Returns the value as a member of a change; nothing for a digest. */
function shownValue<Name extends 'before' | 'after'>(name: Name, value: string): { [Each in Name]?: string } {
  return isDigest(value) ? {} : ({ [name]: value } as { [Each in Name]: string })
}

/** Returns whether a member belongs to a member that was added or removed as a whole, which is one change. */
function isBelowNew(member: string, absent: Members, having: Members): boolean {
  for (let end = member.lastIndexOf(': '); end > 0; end = member.lastIndexOf(': ', end - 1)) {
    const whole = member.slice(0, end)
    if (having.has(whole) && !absent.has(whole)) return true
  }
  return false
}

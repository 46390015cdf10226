/** Finds schemas whose check can take more than the size of a value, in a document that has schemas in it. */
import { isJsonObject, type JsonObject, membersOf } from '../../../shared/lib/collections/json-object.ts'

/** What schemas of each family do. */
const families = {
  recursive: 'try branches that lead back to them, so that each level multiplies the work: add a discriminator',
  twins: 'have allOf with one schema twice, or with several that lead back, so that each level multiplies the work',
  uniqueItems: 'have uniqueItems of objects or lists, which are compared as a whole',
  enum: 'have an enum of many objects or lists, which are compared as a whole',
} as const

type DearFamily = keyof typeof families

/** Returns a sentence about the schemas of a family. */
export function describeDearSchemas(family: DearFamily, count: number): string {
  const schemas = count === 1 ? '1 schema takes' : `${count} schemas take`
  return `${schemas} long to check, so that validate may use a thread with a deadline: they ${families[family]}`
}

type Path = readonly (string | number)[]

/** Values that are no schemas. */
const noSchemas = new Set(['example', 'examples', 'default', 'enum', 'const'])
/** An enum with fewer objects is compared quickly. */
const minEnumObjects = 20

/** Yields each schema with its path. `resolve` returns what a `$ref` refers to. */
export function* findDearSchemas(
  document: unknown,
  resolve: (ref: string) => unknown,
): Generator<{ family: DearFamily; path: Path }> {
  const ringOf = findRings(document, resolve)
  const places = listPlaces(document)
  for (const schema of places.keys()) {
    if (!isJsonObject(schema)) continue
    const ring = ringOf.get(schema)
    const leadsBack = (branch: unknown) => isJsonObject(branch) && ring !== undefined && ringOf.get(branch) === ring
    const find = (family: DearFamily) => ({ family, path: pathOf(schema, places) })
    const choices = isDecided(schema, places.get(schema)) ? [] : [schema.oneOf, schema.anyOf]
    if (choices.some((each) => listOf(each).filter(leadsBack).length > 1)) yield find('recursive')
    if (hasTwins(schema, leadsBack)) yield find('twins')
    if (schema.uniqueItems === true && isCompound(schema.items, resolve)) yield find('uniqueItems')
    const objects = listOf(schema.enum).filter((each) => typeof each === 'object' && each !== null)
    if (objects.length >= minEnumObjects) yield find('enum')
  }
}

/** Returns whether a discriminator decides for objects: it is there, or its conditions are around the choice. */
function isDecided({ discriminator }: JsonObject, place: Place | undefined): boolean {
  const { if: condition } = place?.name === 'else' ? membersOf(place.holder) : {}
  return (
    typeof membersOf(discriminator).propertyName === 'string' ||
    (membersOf(condition).type === 'object' && Object.keys(membersOf(condition)).length === 1)
  )
}

/** Parts of `allOf` that have a condition of their own are alternatives. */
function hasTwins({ allOf }: JsonObject, leadsBack: (branch: unknown) => boolean): boolean {
  const parts = listOf(allOf).filter((each) => membersOf(each).if === undefined)
  const refs = parts.flatMap((each) => membersOf(each).$ref ?? [])
  return new Set(refs).size < refs.length || parts.filter(leadsBack).length > 1
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns whether the values of a schema are objects or lists, as far as it and its reference say so. */
function isCompound(items: unknown, resolve: (ref: string) => unknown): boolean {
  const { $ref: ref } = membersOf(items)
  const { type, properties } = membersOf(typeof ref === 'string' ? resolve(ref) : items)
  return properties !== undefined || [type].flat().some((each) => each === 'object' || each === 'array')
}

/** The object that holds another one, and the name of the member. */
interface Place {
  holder: object
  name: string
}

/** The place of each object; undefined for the document. */
type Places = ReadonlyMap<object, Place | undefined>

/** Returns every object of a document, but of examples and defaults, with its first place. */
function listPlaces(document: unknown): Places {
  const places = new Map<object, Place | undefined>()
  const open: [value: unknown, place: Place | undefined][] = [[document, undefined]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, place] = next
    if (typeof value !== 'object' || value === null || places.has(value)) continue
    places.set(value, place)
    const members = Object.entries(value).filter(([name]) => !noSchemas.has(name))
    for (const [name, member] of members.reverse()) open.push([member, { holder: value, name }])
  }
  return places
}

function pathOf(value: object, places: Places): Path {
  const path: (string | number)[] = []
  for (let place = places.get(value); place; place = places.get(place.holder))
    path.unshift(Array.isArray(place.holder) ? Number(place.name) : place.name)
  return path
}

/**
 * Returns the number of the ring of each object: objects of one number lead to each other through members and
 * references (Tarjan's strongly connected components, without recursion).
 */
function findRings(document: unknown, resolve: (ref: string) => unknown): ReadonlyMap<object, number> {
  const ringOf = new Map<object, number>()
  const orders = new Map<object, number>()
  const low = new Map<object, number>()
  const pending: object[] = []
  const open: { node: object; next: Iterator<object> }[] = []
  const lower = (node: object, to = 0) => low.set(node, Math.min(low.get(node) ?? to, to))

  function enter(node: object): void {
    orders.set(node, orders.size)
    low.set(node, orders.size - 1)
    pending.push(node)
    open.push({ node, next: listNext(node, resolve) })
  }

  if (typeof document === 'object' && document !== null) enter(document)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { value: found, done } = top.next.next()
    if (!done && !orders.has(found)) enter(found)
    else if (!done) {
      if (!ringOf.has(found)) lower(top.node, orders.get(found))
    } else {
      open.pop()
      const above = open.at(-1)
      if (above) lower(above.node, low.get(top.node))
      if (low.get(top.node) !== orders.get(top.node)) continue
      for (let node = pending.pop(); node; node = node === top.node ? undefined : pending.pop())
        ringOf.set(node, orders.get(top.node) ?? 0)
    }
  }
  return ringOf
}

function* listNext(node: object, resolve: (ref: string) => unknown): Generator<object> {
  for (const [name, value] of Object.entries(node)) {
    const next = name === '$ref' && typeof value === 'string' ? resolve(value) : value
    if (typeof next === 'object' && next !== null && !noSchemas.has(name)) yield next
  }
}

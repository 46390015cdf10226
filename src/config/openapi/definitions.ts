/**
 * Security definitions: each is brought into the form of OpenAPI 2 and checked against the schema of its type.
 */
import { didYouMean } from '../../lib/output/suggest.ts'
import type { Reading } from '../documents/document-kind.ts'
import { check } from '../schema/check.ts'
import { type Path, renderPath } from '../text/source.ts'
import type { SecurityDefinition } from '../types/index.ts'

type Members = Record<string, unknown>

export interface Definitions {
  byKey: ReadonlyMap<string, SecurityDefinition>
  paths: ReadonlyMap<string, Path>
  /** Keys that stand in the document, also those whose definition is wrong: naming them is not a second mistake. */
  keys: readonly string[]
}

/** The definitions of a document that are right; the others have become problems. */
export function readDefinitions(reading: Reading): Definitions {
  const { source } = reading
  const holder =
    source.at(['openapi']) === undefined ? ['securityDefinitions'] : ['components', 'securitySchemes']
  const written = (source.at(holder) ?? {}) as Members

  const byKey = new Map<string, SecurityDefinition>()
  const paths = new Map<string, Path>()
  for (const key of Object.keys(written)) {
    const path = [...holder, key]
    const definition = readDefinition(key, path, reading)
    if (!definition) continue
    byKey.set(key, definition)
    paths.set(key, path)
  }
  return { byKey, paths, keys: Object.keys(written) }
}

function readDefinition(key: string, path: Path, reading: Reading): SecurityDefinition | undefined {
  const { source, tables, problems } = reading
  const value = source.at(path)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.error(source.place(path), `${renderPath(path)} must be a map of members`)
    return undefined
  }

  const { type: written, description: _, ...members } = value as Members
  const type = written === 'http' && members.scheme === 'basic' ? 'basic' : String(written)
  const row = tables.securities.find((each) => each.type === type)
  if (!row) {
    const types = tables.securities.map((each) => each.type)
    const at = source.place([...path, 'type'])
    const meant = didYouMean(type, types)
    problems.error(
      at,
      `${renderPath(path)}.type must be one of ${types.join(', ')} - found "${source.shown([...path, 'type'])}"${meant}`,
    )
    return undefined
  }

  if (written === 'http') delete members.scheme
  const flat = 'flows' in members ? flatFlow(members, path, reading) : members
  if (!flat) return undefined
  const settings = check(row.settings, withoutExtensions(flat, row.settings), path, { source, problems })
  return settings === undefined ? undefined : { key, type, settings, place: source.keyPlace(path) }
}

/** The flows of OpenAPI 3, as OpenAPI 2 spells them. */
export const flowNames: Record<string, string> = {
  password: 'password',
  clientCredentials: 'application',
  authorizationCode: 'accessCode',
}

/** OpenAPI 3 keeps a map of flows; OpenAPI 2 one flow, spelt in its own way, beside the other members. */
function flatFlow(members: Members, path: Path, { source, problems }: Reading): Members | undefined {
  const { flows, ...rest } = members
  const names = typeof flows === 'object' && flows !== null ? Object.keys(flows) : []
  const at = [...path, 'flows']
  const [name] = names
  if (names.length !== 1 || name === undefined) {
    const message = `${renderPath(at)} must hold one flow - found ${names.length}: give each flow a definition of its own`
    problems.error(source.place(at), message)
    return undefined
  }

  const flow = flowNames[name]
  if (!flow) {
    const known = Object.keys(flowNames)
    const message = `${renderPath(at)} must hold one of ${known.join(', ')} - found "${name}"${didYouMean(name, known)}`
    problems.error(source.keyPlace([...at, name]), message)
    return undefined
  }
  return { ...rest, flow, ...(flows as Record<string, Members>)[name] }
}

/** Extensions of other tools, `x-...`, mean nothing to a type that does not name them. */
function withoutExtensions(members: Members, schema: object): Members {
  const { properties: known = {}, additionalProperties } = schema as {
    properties?: object
    additionalProperties?: unknown
  }
  if (additionalProperties) return members
  return Object.fromEntries(
    Object.entries(members).filter(([key]) => !key.startsWith('x-') || Object.hasOwn(known, key)),
  )
}

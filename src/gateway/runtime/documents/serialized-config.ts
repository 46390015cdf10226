/** Serialises a configuration in the loader; workers deserialise it, and bytes can be kept. */
import { deserialize, serialize } from 'node:v8'
import type { ConfigChange } from '../../config/index.ts'
import type { Catalog, Config, PolicyCode, Problem } from '../../config/types/index.ts'
import { type ApplicationLists, applyListChanges, listChanges } from './application-lists.ts'

export interface SerializedConfig {
  revision: string
  /** The revision whose applications come before `applications`; undefined when they begin with whole lists. */
  follows?: string | undefined
  /** The catalogs without their APIs and applications. */
  outlines: Uint8Array
  /** The applications of each catalog: whole lists, and then what each later revision changed in them. */
  applications: readonly Uint8Array[]
  /** The APIs of each catalog, in the order of the catalogs. */
  apis: Uint8Array
  policies?: readonly PolicyCode[] | undefined
}

/** A catalog without its APIs, which are most of a configuration. */
export type CatalogWithoutApis = Omit<Catalog, 'apis'>

/** Returns a configuration that follows another one, of whose applications the receiver keeps what has not changed. */
export function serializeConfig({ revision, catalogs, policies }: Config, follows?: Config): SerializedConfig {
  const changes = listChanges(catalogs, follows?.catalogs)
  return {
    revision,
    follows: follows?.revision,
    outlines: serialize(catalogs.map(({ apis: _, applications: _applications, ...outline }) => outline)),
    applications: changes ? [serialize(changes)] : [],
    apis: serialize(catalogs.map(({ apis }) => apis)),
    policies,
  }
}

/** Returns the configuration. Throws when it follows another one than `before`. */
export function deserializeConfig(config: SerializedConfig, before?: Config): Config {
  const { revision, follows, apis, policies } = config
  if (follows !== undefined && follows !== before?.revision) throw new Error(`revision ${follows} is missing`)
  const perCatalog = deserialize(apis) as Catalog['apis'][]
  const catalogs = deserializeCatalogs(config, follows === undefined ? [] : before?.catalogs).map((each, index) => ({
    ...each,
    apis: perCatalog[index] as Catalog['apis'],
  }))
  return { revision, catalogs, policies }
}

export function deserializeCatalogs(
  { outlines, applications }: Pick<SerializedConfig, 'outlines' | 'applications'>,
  before: ApplicationLists = [],
): readonly CatalogWithoutApis[] {
  const lists = applications.reduce((known, bytes) => applyListChanges(deserialize(bytes), known), before)
  const byPath = new Map(lists.map((each) => [each.path, each.applications]))
  return (deserialize(outlines) as Omit<CatalogWithoutApis, 'applications'>[]).map((each) => ({
    ...each,
    applications: byPath.get(each.path) ?? [],
  }))
}

/** Returns what continues a configuration that the receiver has; the whole configuration when it does not. */
export function selectUpdate(config: SerializedConfig, known: SerializedConfig): SerializedConfig {
  const { length } = known.applications
  if (known.applications.some((bytes, index) => bytes !== config.applications[index])) return config
  return { ...config, follows: known.revision, applications: config.applications.slice(length) }
}

/** Returns the whole configuration of an update that follows `known`. */
export function completeUpdate(update: SerializedConfig, known: SerializedConfig | undefined): SerializedConfig {
  if (update.follows === undefined) return update
  if (update.follows !== known?.revision) throw new Error(`revision ${update.follows} is not in use`)
  return { ...update, follows: undefined, applications: [...known.applications, ...update.applications] }
}

/** Returns a copy of the catalogs without the bytes of the APIs, to send to a thread. */
export function selectCatalogs({ revision, outlines, applications }: SerializedConfig): CatalogsInUse {
  return {
    revision,
    outlines: new Uint8Array(outlines),
    applications: applications.map((bytes) => new Uint8Array(bytes)),
  }
}

/** The catalogs in use. A thread that has them already finds them by the revision. */
export type CatalogsInUse = Pick<SerializedConfig, 'revision' | 'outlines' | 'applications'>

/** What the loader process found in a folder of documents, compared with the revision in use. */
export interface LoadReport {
  /** The configuration; undefined when a document has an error, after a preview, and when the revision is in use already. */
  config?: SerializedConfig | undefined
  /** Whether the loader process stays: there are many documents, or applications in the store, which change often. */
  keepsLoader?: boolean
  /** Whether a catalog keeps applications in the store; undefined when a document has an error. */
  storesApplications?: boolean
  /** Undefined when a document has an error. */
  revision?: string
  problems: readonly Problem[]
  /** The references of `$vault{}` in all documents; absent when there are none. */
  secrets?: readonly string[]
  /** The paths of the files that the documents name by `$file{}`; absent when there are none. */
  files?: readonly string[]
  /** The changes that a caller, a user or an operator could notice. */
  changes: readonly ConfigChange[]
}

/** Serialises a configuration in the loader; workers deserialise it, and bytes can be kept. */
import { deserialize, serialize } from 'node:v8'
import type { ConfigChange } from '../../config/index.ts'
import type { Catalog, Config, PolicyCode, Problem } from '../../config/types/index.ts'

export interface SerializedConfig {
  revision: string
  /** The catalogs without their APIs. */
  catalogsWithoutApis: Uint8Array
  /** The APIs of each catalog, in the order of the catalogs. */
  apis: Uint8Array
  policies?: readonly PolicyCode[] | undefined
}

/** A catalog without its APIs, which are most of a configuration. */
export type CatalogWithoutApis = Omit<Catalog, 'apis'>

export function serializeConfig({ revision, catalogs, policies }: Config): SerializedConfig {
  return {
    revision,
    catalogsWithoutApis: serialize(catalogs.map(({ apis: _, ...outline }) => outline)),
    apis: serialize(catalogs.map(({ apis }) => apis)),
    policies,
  }
}

export function deserializeConfig(config: SerializedConfig): Config {
  const { revision, catalogsWithoutApis: outline, apis, policies } = config
  const perCatalog = deserialize(apis) as Catalog['apis'][]
  const catalogs = deserializeCatalogs({ catalogsWithoutApis: outline }).map((each, index) => ({
    ...each,
    apis: perCatalog[index] as Catalog['apis'],
  }))
  return { revision, catalogs, policies }
}

export function deserializeCatalogs({
  catalogsWithoutApis: outline,
}: Pick<SerializedConfig, 'catalogsWithoutApis'>): readonly CatalogWithoutApis[] {
  return deserialize(outline) as CatalogWithoutApis[]
}

/** Returns a copy of the catalogs without the bytes of the APIs, to send to a thread. */
export function selectCatalogs(config: SerializedConfig): Pick<SerializedConfig, 'revision' | 'catalogsWithoutApis'> {
  const { revision, catalogsWithoutApis } = config
  return { revision, catalogsWithoutApis: new Uint8Array(catalogsWithoutApis) }
}

/** What the loader process found in a folder of documents, compared with the revision in use. */
export interface LoadReport {
  /** The configuration; undefined when a document has an error, after a preview, and when the revision is in use already. */
  config?: SerializedConfig
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

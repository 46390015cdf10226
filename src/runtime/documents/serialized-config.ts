/**
 * A configuration as processes hand it on: packed by the one that loaded it, unpacked by those that serve it. In
 * between it is bytes, which cost a process little to pass on and to keep, however many APIs there are.
 */
import { deserialize, serialize } from 'node:v8'

import type { Catalog, Config } from '../../config/types/index.ts'

export interface SerializedConfig {
  revision: string
  /** The catalogs without their APIs. */
  catalogsWithoutApis: Uint8Array
  /** Of each catalog its APIs, in the same order. */
  apis: Uint8Array
}

/** What can be told of a catalog without unpacking its APIs, which are most of a configuration. */
export type CatalogWithoutApis = Omit<Catalog, 'apis'>

export function serializeConfig({ revision, catalogs }: Config): SerializedConfig {
  return {
    revision,
    catalogsWithoutApis: serialize(catalogs.map(({ apis: _, ...outline }) => outline)),
    apis: serialize(catalogs.map(({ apis }) => apis)),
  }
}

export function deserializeConfig({
  revision,
  catalogsWithoutApis: outline,
  apis,
}: SerializedConfig): Config {
  const perCatalog = deserialize(apis) as Catalog['apis'][]
  const catalogs = deserializeCatalogs({ catalogsWithoutApis: outline }).map((each, index) => ({
    ...each,
    apis: perCatalog[index] as Catalog['apis'],
  }))
  return { revision, catalogs }
}

export function deserializeCatalogs({
  catalogsWithoutApis: outline,
}: Pick<SerializedConfig, 'catalogsWithoutApis'>): readonly CatalogWithoutApis[] {
  return deserialize(outline) as CatalogWithoutApis[]
}

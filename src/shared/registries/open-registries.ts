/** Opens the registries of a catalog, and closes them together. */
import { readTlsFiles, type TlsFilePaths } from '../lib/files/tls-files.ts'
import type { UserRegistry, UserRegistryDeps } from './contract/user-registry.ts'

/** A registry as its document describes it. `settings` were checked against the schema of its type. */
export type UserRegistryDocument = { name: string; type: string; caseSensitive: boolean; settings: unknown }

/** The dependencies of the registries of a catalog. */
export interface OpenUserRegistriesDeps extends Pick<UserRegistryDeps, 'log' | 'store' | 'openConnections'> {
  /** Returns the files of a TLS profile; undefined when the catalog has none of this name: the defaults then apply. */
  tls(profile: string): TlsFilePaths | undefined
}

/** The open registries of a catalog. */
export type UserRegistries = ReturnType<typeof openRegistriesOfTypes>

type AnyType = { type: string; open(settings: never, deps: UserRegistryDeps): UserRegistry }

/** Opens every registry. Throws when one cannot be opened, after closing the others. */
export function openRegistriesOfTypes(
  types: readonly AnyType[],
  documents: Iterable<UserRegistryDocument>,
  { log, tls, store, openConnections }: OpenUserRegistriesDeps,
) {
  /** The registries by name. */
  const all = new Map<string, UserRegistry>()
  /** Closes all registries. */
  const close = async () => {
    await Promise.all([...all.values()].map((registry) => registry.close()))
  }

  try {
    for (const { name, type: wanted, caseSensitive, settings } of documents) {
      const type = types.find((each) => each.type === wanted)
      if (!type)
        throw new Error(
          `registry ${name} has the unknown type "${wanted}"; the types are ${types.map(({ type }) => type).join(', ')}`,
        )
      const deps = {
        name,
        caseSensitive,
        store,
        openConnections,
        log: log.child({ registry: name }),
        tls(profile: string) {
          const files = tls(profile)
          return files && readTlsFiles(files)
        },
      }
      all.set(name, opened(type, settings, deps))
    }
  } catch (error) {
    close().catch(() => {}) // the first error is the one to report
    throw error
  }
  return { all, close }
}

function opened(type: AnyType, settings: unknown, deps: UserRegistryDeps): UserRegistry {
  try {
    return type.open(settings as never, deps)
  } catch (cause) {
    throw new Error(`registry ${deps.name}: ${(cause as Error).message}`, { cause })
  }
}

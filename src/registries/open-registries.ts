/**
 * Opens the registries of a catalog, each once, and closes them together.
 */

import { readTlsFiles, type TlsFilePaths } from '../lib/files/tls-files.ts'
import type { Log } from '../lib/output/log.ts'
import type { UserRegistry, UserRegistryDeps } from './contract/user-registry.ts'

/** A registry as a document describes it; `settings` has been checked against the schema of its type. */
export interface UserRegistryDocument {
  name: string
  type: string
  caseSensitive: boolean
  settings: unknown
}

export interface OpenUserRegistriesDeps {
  log: Log
  /** A TLS profile of the catalog, by name; throws when there is none. */
  tls(profile: string): TlsFilePaths
}

export interface UserRegistries {
  /** By name. */
  readonly all: ReadonlyMap<string, UserRegistry>
  close(): Promise<void>
}

interface AnyType {
  type: string
  open(settings: never, deps: UserRegistryDeps): UserRegistry
}

/** Opens every registry with the type it names. Throws, with nothing left open, when one of them cannot be. */
export function openRegistriesOfTypes(
  types: readonly AnyType[],
  documents: Iterable<UserRegistryDocument>,
  { log, tls }: OpenUserRegistriesDeps,
): UserRegistries {
  const all = new Map<string, UserRegistry>()
  const close = async () => {
    await Promise.all([...all.values()].map((registry) => registry.close()))
  }

  try {
    for (const { name, type: wanted, caseSensitive, settings } of documents) {
      const type = types.find((each) => each.type === wanted)
      if (!type) throw new Error(`registry ${name} is of type "${wanted}", which does not exist`)
      const deps = {
        name,
        caseSensitive,
        log: log.child({ registry: name }),
        tls: (profile: string) => readTlsFiles(tls(profile)),
      }
      all.set(name, opened(type, settings, deps))
    }
  } catch (error) {
    close().catch(() => {}) // the first error is the one to tell
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

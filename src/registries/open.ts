/**
 * Opens the registries of a catalog, each once, and closes them together.
 */

import { readTlsFiles, type TlsFilePaths } from '../lib/files/tls-files.ts'
import type { Log } from '../lib/output/log.ts'
import type { Registry, RegistryTools } from './registry.ts'

/** A registry as a document describes it; `settings` has been checked against the schema of its type. */
export interface RegistryDocument {
  name: string
  type: string
  caseSensitive: boolean
  settings: unknown
}

export interface OpenTools {
  log: Log
  /** A TLS profile of the catalog, by name; throws when there is none. */
  tls(profile: string): TlsFilePaths
}

export interface Registries {
  /** By name. */
  readonly all: ReadonlyMap<string, Registry>
  close(): Promise<void>
}

interface AnyType {
  type: string
  open(settings: never, tools: RegistryTools): Registry
}

/** Opens every registry with the type it names. Throws, with nothing left open, when one of them cannot be. */
export function openWith(
  types: readonly AnyType[],
  documents: Iterable<RegistryDocument>,
  { log, tls }: OpenTools,
): Registries {
  const all = new Map<string, Registry>()
  const close = async () => {
    await Promise.all([...all.values()].map((registry) => registry.close()))
  }

  try {
    for (const { name, type: wanted, caseSensitive, settings } of documents) {
      const type = types.find((each) => each.type === wanted)
      if (!type) throw new Error(`registry ${name} is of type "${wanted}", which does not exist`)
      const tools = {
        name,
        caseSensitive,
        log: log.child({ registry: name }),
        tls: (profile: string) => readTlsFiles(tls(profile)),
      }
      all.set(name, opened(type, settings, tools))
    }
  } catch (error) {
    close().catch(() => {}) // the first error is the one to tell
    throw error
  }
  return { all, close }
}

function opened(type: AnyType, settings: unknown, tools: RegistryTools): Registry {
  try {
    return type.open(settings as never, tools)
  } catch (cause) {
    throw new Error(`registry ${tools.name}: ${(cause as Error).message}`, { cause })
  }
}

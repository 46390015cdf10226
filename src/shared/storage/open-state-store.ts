/** Opens the store that `SLUICE_STORE` names. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hideCredentials } from '../lib/output/hide-credentials.ts'
import type { Log } from '../lib/output/log.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import type { StateStore } from './contract/state-store.ts'
import { findStoreRetryAfter, StateStoreError } from './contract/state-store-error.ts'
import { type CopiedStateStore, openCopiedStore, type SelectCopiedKind } from './copy/copied-store.ts'
import { readStoreCopy, type StoreCopy, type StoreCopyLocation } from './copy/copy-file.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'

/** Where the store is. */
export interface StateStoreLocation {
  /** The value of `SLUICE_STORE`: `sqlite` for a file in the data folder, or the URL of a PostgreSQL database. */
  url: string
  dataFolder: string
  /** How old a copy of a store on another machine may be to start from it, in milliseconds; 0 or undefined to keep none. */
  maxCopyAgeMs?: number
}

/** A store, and the clock by which its times count: that of the database, or of this machine. */
export interface OpenedStateStore {
  store: StateStore
  clock: Clock
  /** Whether gateways on other machines can share the store. */
  isShared: boolean
}

/** A kind of store: which values of `SLUICE_STORE` name it, and how it is opened. */
interface StateStoreDriver {
  /** The form of its values, for messages. */
  form: string
  accepts: RegExp
  open(location: StateStoreLocation): Promise<OpenedStateStore>
}

/** Every kind of store. The client of PostgreSQL is loaded when it is needed. */
const drivers: readonly StateStoreDriver[] = [
  { form: 'sqlite', accepts: /^sqlite$/, open: openSqlite },
  {
    form: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    accepts: /^postgres(ql)?:\/\//,
    open: (location) => openPostgres(location),
  },
]

/** Opens the store. Rejects with a `StateStoreError` that names the file or the database. */
export async function openStateStore(location: StateStoreLocation): Promise<OpenedStateStore> {
  const driver = findDriver(location.url)
  if (driver) return driver.open(location)
  throw new StateStoreError('refused', `SLUICE_STORE: ${findStoreUrlMistake(location.url)}`)
}

/** Returns what is wrong with a value of `SLUICE_STORE`; undefined when a driver accepts it. */
export function findStoreUrlMistake(url: string): string | undefined {
  if (findDriver(url)) return undefined
  return `found ${hideCredentials(url)}; accepted are ${drivers.map(({ form }) => form).join(' and ')}`
}

function findDriver(url: string): StateStoreDriver | undefined {
  return drivers.find(({ accepts }) => accepts.test(url))
}

async function openSqlite({ dataFolder }: StateStoreLocation): Promise<OpenedStateStore> {
  const store = await openSqliteStore({ file: join(dataFolder, 'gateway.sqlite'), clock: systemClock })
  return { store, clock: systemClock, isShared: false }
}

async function openPostgres({ url }: StateStoreLocation, mayBeAway = false): Promise<OpenedStateStore> {
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  return { ...(await openPostgresStore({ url, mayBeAway })), isShared: true }
}

/** What a process copies of a store, and the name of its copy. */
export type CopyOptions = { name: string; select: SelectCopiedKind; log: Log }

/** A store that may have a copy on the disk of this node. */
export type OpenedGatewayStore = OpenedStateStore & { store: StateStore & Partial<CopiedStateStore> }

/**
 * Opens the store of a gateway. A store on another machine gets a copy in the data folder, from which this process
 * starts while the store cannot be reached. Rejects with a `StateStoreError` without both.
 */
export async function openGatewayStore(
  location: StateStoreLocation,
  { name, select, log }: CopyOptions,
): Promise<OpenedGatewayStore> {
  const { url, dataFolder, maxCopyAgeMs = 0 } = location
  const copyLocation = { file: join(dataFolder, 'store-copy', `${name}.jsonl`), secret: url }
  const isCopied = url !== 'sqlite' && maxCopyAgeMs > 0
  if (!isCopied) await rm(copyLocation.file, { force: true })

  let copy: StoreCopy | undefined
  const opened = await openStateStore(location).catch(async (error: unknown) => {
    if (isCopied && findStoreRetryAfter(error) !== undefined)
      copy = await findUsableCopy(copyLocation, { maxCopyAgeMs, log, reason: (error as Error).message })
    if (!copy) throw error
    return openPostgres(location, true)
  })
  if (!opened.isShared || !isCopied) return opened
  const { store, clock } = opened
  return { ...opened, store: openCopiedStore({ store, location: copyLocation, select, copy, clock, log }) }
}

/** Returns a copy that is not too old, and logs that it is used, or why it is not. */
async function findUsableCopy(
  location: StoreCopyLocation,
  { maxCopyAgeMs, log, reason }: { maxCopyAgeMs: number; log: Log; reason: string },
): Promise<StoreCopy | undefined> {
  const { file } = location
  try {
    const copy = await readStoreCopy(location)
    if (!copy) return undefined
    const ageMs = Date.now() - copy.savedAt
    const facts = { file, reason, savedAt: new Date(copy.savedAt).toISOString(), ageSeconds: Math.round(ageMs / 1000) }
    // A copy from the future was written before the clock went back.
    if (Math.abs(ageMs) > maxCopyAgeMs) {
      log.error(facts, 'the store cannot be reached, and its copy on this disk is older than SLUICE_STORE_COPY_HOURS')
      return undefined
    }
    log.error(facts, 'the store cannot be reached: this process starts from the copy, and does not know later changes')
    return copy
  } catch (error) {
    log.error({ err: error, file, reason }, 'the store cannot be reached, and its copy on this disk cannot be used')
    return undefined
  }
}

/** Opens a gateway's store for a command; undefined when no gateway has used the folder. Rejects like the store. */
export async function openExistingStateStore(location: StateStoreLocation): Promise<OpenedStateStore | undefined> {
  if (location.url === 'sqlite' && !existsSync(join(location.dataFolder, 'gateway.sqlite'))) return undefined
  return openStateStore(location)
}

/** Returns the file or the URL of a store, without user and password. */
export function describeStateStore({ url, dataFolder }: StateStoreLocation): string {
  return url === 'sqlite' ? join(dataFolder, 'gateway.sqlite') : hideCredentials(url)
}

/** Opens the store that `SLUICE_STORE` names. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hideCredentials } from '../lib/output/hide-credentials.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import type { StateStore } from './contract/state-store.ts'
import { StateStoreError } from './contract/state-store-error.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'

/** Where the store is. */
export interface StateStoreLocation {
  /** The value of `SLUICE_STORE`: `sqlite` for a file in the data folder, or the URL of a PostgreSQL database. */
  url: string
  dataFolder: string
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
    open: openPostgres,
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

async function openPostgres({ url }: StateStoreLocation): Promise<OpenedStateStore> {
  const { openPostgresStore } = await import('./postgres/index.ts')
  return { ...(await openPostgresStore({ url })), isShared: true }
}

/** Opens the store of a gateway for a command; returns undefined when no gateway has used the data folder. */
export async function openExistingStateStore(
  location: StateStoreLocation,
): Promise<OpenedStateStore | undefined> {
  if (location.url === 'sqlite' && !existsSync(join(location.dataFolder, 'gateway.sqlite'))) return undefined
  return openStateStore(location)
}

/** Returns the file or the URL of a store, without user and password. */
export function describeStateStore({ url, dataFolder }: StateStoreLocation): string {
  return url === 'sqlite' ? join(dataFolder, 'gateway.sqlite') : hideCredentials(url)
}

/** What parts add to queue managers. */
import type { HostedChannelTypes } from '../channels/channel.ts'
import { type OpenNetwork, openAbsentNetwork } from '../running/network.ts'
import { absentDatabaseStorages, type DatabaseStorages } from './queue-manager-storage.ts'

/** What one part may add. Its code is loaded when an installation is opened. */
export interface QueueManagerPart {
  /** Loads channel types, by CHLTYPE. */
  readonly loadChannelTypes?: () => Promise<HostedChannelTypes>
  /** Loads the function that opens the channels and listeners of a queue manager. */
  readonly loadNetwork?: () => Promise<OpenNetwork>
  /** Loads the storage of queue managers in a database. */
  readonly loadDatabaseStorages?: () => Promise<DatabaseStorages>
}

/** The rows of all parts. */
export interface PartRows {
  readonly channelTypes: HostedChannelTypes
  readonly openNetwork: OpenNetwork
  readonly databases: DatabaseStorages
}

/** Loads the rows of the parts. Rejects when the code of a part cannot be loaded. */
export async function loadPartRows(parts: readonly QueueManagerPart[] = []): Promise<PartRows> {
  const channelTypes = await Promise.all(parts.map(({ loadChannelTypes }) => loadChannelTypes?.()))
  const openNetwork = (await parts.find((part) => part.loadNetwork)?.loadNetwork?.()) ?? openAbsentNetwork
  const withDatabases = parts.find((part) => part.loadDatabaseStorages)
  const databases = (await withDatabases?.loadDatabaseStorages?.()) ?? absentDatabaseStorages
  return { channelTypes: Object.assign({}, ...channelTypes), openNetwork, databases }
}

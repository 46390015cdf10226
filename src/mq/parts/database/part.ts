/** Queue managers in PostgreSQL: their storage, standby instances, and requests that go to the active instance. */
import type { MqPart } from '../../part.ts'

export const databasePart: MqPart = {
  name: 'database',
  loadDatabaseStorages: async () => (await import('./database-storage.ts')).databaseStorages,
  loadForwarding: async () => (await import('./forwarding/open-forwarding.ts')).openForwarding,
}

/** Reads the URL of the database that stores a queue manager. */
import { hideCredentials } from '../../../lib/output/hide-credentials.ts'
import { exitStatuses, MqCommandError } from '../../../runtime/mq/index.ts'

/** Returns the URL. Throws `MqCommandError` when it does not name a PostgreSQL database. */
export function readStoreUrl<T extends string | undefined>(url: T, option: string): T {
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url
  const text = `${option}: found ${hideCredentials(url)}; accepted is postgres://USER:PASSWORD@HOST:PORT/DATABASE`
  throw new MqCommandError(exitStatuses.usage, text)
}

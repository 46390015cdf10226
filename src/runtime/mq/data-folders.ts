/** The folders that control commands work on. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface DataFolders {
  /** The data folder, `SLUICE_DATA`. */
  data: string
  /** The folder of the queue managers. */
  installation: string
  /** The folder of `mqwebuser.xml`. */
  settings: string
  logs: string
}

const project = fileURLToPath(new URL('../../../', import.meta.url))

/** Returns `SLUICE_DATA`, or `data` in the project, with its folders. */
export function findDataFolders(environment: Readonly<Record<string, string | undefined>>): DataFolders {
  const data = environment.SLUICE_DATA ? resolve(environment.SLUICE_DATA) : join(project, 'data')
  return {
    data,
    installation: join(data, 'qm'),
    settings: join(data, 'mqweb'),
    logs: join(data, 'mqweb', 'logs'),
  }
}

/** Where the control commands find what they work on. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface DataFolders {
  /** Holds everything that is kept, `SLUICE_DATA`. */
  data: string
  /** Of the queue managers. */
  installation: string
  /** Holds `mqwebuser.xml`. */
  settings: string
  logs: string
}

const project = fileURLToPath(new URL('../../../', import.meta.url))

/** `SLUICE_DATA`, or `data` in the project, from whichever of its folders a command is called. */
export function findDataFolders(environment: Readonly<Record<string, string | undefined>>): DataFolders {
  const data = environment.SLUICE_DATA ? resolve(environment.SLUICE_DATA) : join(project, 'data')
  return {
    data,
    installation: join(data, 'qm'),
    settings: join(data, 'mqweb'),
    logs: join(data, 'mqweb', 'logs'),
  }
}

/** The folders that control commands work on. */
import { join, resolve } from 'node:path'
import { isCheckout, packageRoot } from '../../shared/lib/package/package-root.ts'

export interface DataFolders {
  /** The data folder, `SLUICE_DATA`. */
  data: string
  /** The folder of the queue managers. */
  installation: string
  /** The folder of `mqwebuser.xml`. */
  settings: string
  logs: string
}

/** In a checkout, commands find the same data from every folder. */
const defaultData = isCheckout ? join(packageRoot, 'data') : 'data'

/** Returns `SLUICE_DATA` with its folders; by default `data` in a checkout, or for a package in the current folder. */
export function findDataFolders(environment: Readonly<Record<string, string | undefined>>): DataFolders {
  const data = resolve(environment.SLUICE_DATA || defaultData)
  return { data, installation: join(data, 'qm'), settings: join(data, 'mqweb'), logs: join(data, 'mqweb', 'logs') }
}

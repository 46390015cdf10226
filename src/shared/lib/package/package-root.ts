/** Where the files of this package are: in a checkout of the repository, or installed by npm. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether the TypeScript sources run, as in a checkout. The package contains JavaScript. */
export const isCheckout: boolean = import.meta.filename.endsWith('.ts')

/** The folder of package.json, without a slash at the end. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

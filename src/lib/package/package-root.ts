/** Where the files of this package are: in a checkout of the repository, or installed by npm. */
import { fileURLToPath } from 'node:url'

/** The folder of package.json, without a slash at the end. */
export const packageRoot: string = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[/\\]$/, '')

/** Whether the TypeScript sources run, as in a checkout. The package contains compiled JavaScript. */
export const isCheckout: boolean = import.meta.url.endsWith('.ts')

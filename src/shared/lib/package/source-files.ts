/** Files of `src` that are found by their path: `build` has them in the installed package. */
import { join } from 'node:path'
import { isCheckout, packageRoot } from './package-root.ts'

/** The environment of threads that see no variable of the process but where Node keeps compiled code. */
const { NODE_COMPILE_CACHE } = process.env
export const threadEnvironment = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/**
 * Returns the file of a module that a process or thread of its own runs, or that is loaded when it is first needed.
 * `path` is relative to `src` and has no ending: `gateway/runtime/programs/worker`. `packaging/modules.ts` lists all
 * such modules.
 */
export function findModule(path: string): string {
  return isCheckout ? join(packageRoot, 'src', `${path}.ts`) : join(packageRoot, 'build', `${path}.js`)
}

/** Returns the file of something that is no module, by its path relative to `src`. `packaging/modules.ts` lists these as well. */
export function findAsset(path: string): string {
  return join(packageRoot, isCheckout ? 'src' : 'build', path)
}

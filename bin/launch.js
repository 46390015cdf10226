// This file is plain JavaScript, so that every version of Node can parse it and print which version is needed.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Prepares this process for the code of the command `name`, or ends it when its Node is too old. `calls` are the
 * npm commands that start the command, for the error text.
 */
export function prepare(name, calls) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24) {
    console.error(
      `${name} needs Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
        `Run it through npm, which brings its own Node: ${calls} in the project folder.`,
    )
    process.exit(1)
  }

  // The compile cache keeps stripped and compiled code between starts. Child processes inherit the variable and share it.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url))
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

// Plain JavaScript on purpose: it must parse on any Node, to say kindly that this one is too old.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** Makes this process ready for the code of `name`, or ends it; `calls` are the ways in which npm starts it. */
export function prepare(name, calls) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24) {
    console.error(
      `${name} needs Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
        `Run it through npm, which brings its own Node: ${calls} in the project folder.`,
    )
    process.exit(1)
  }

  // Types are stripped and code is compiled once, not at every start; the processes that are started from here share it.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url))
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

// This file is plain JavaScript, so that every version of Node can parse it and print which version is needed.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
/** A checkout has the sources; the installed package has JavaScript that was compiled from them. */
const isCheckout = existsSync(new URL('src/main.ts', root))

/**
 * Imports a module of `src`, or of `build` in the installed package, by its path without the ending. Ends the process on
 * Windows, and when its Node is too old for the command `name`; `calls` are the npm commands that start it in a checkout, for the
 * error text.
 */
export function launch(name, calls, path) {
  if (process.platform === 'win32') {
    console.error(
      `${name} does not run on Windows: it needs Unix sockets, POSIX signals and file permissions.\nRun it in WSL 2 (wsl --install), or in a container.`,
    )
    process.exit(1)
  }
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24) {
    const remedy = isCheckout
      ? existsSync(new URL('node_modules/node/bin/node', root))
        ? `Run it through npm, which brings its own Node: ${calls} in the project folder.`
        : 'Its own Node is not installed: run "npm ci" without --ignore-scripts and --omit=dev, or "npm rebuild node".'
      : 'Install Node 24 (https://nodejs.org), and run the command with it.'
    console.error(
      `${name} needs Node 24 or newer; this is Node ${process.versions.node} (${process.execPath}).\n${remedy}`,
    )
    process.exit(1)
  }

  // The compile cache keeps compiled code between starts. Child processes inherit the variable and share the cache.
  process.env.NODE_COMPILE_CACHE ??= findCacheFolder()
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  return import(new URL(isCheckout ? `src/${path}.ts` : `build/${path}.js`, root).href)
}

function findCacheFolder() {
  if (isCheckout) return fileURLToPath(new URL('node_modules/.cache/sluice', root))
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice')
}

/**
 * Replaces `import … from 'node:http'` in the bundle. An ECMAScript import of that module reads all its members, and
 * those of the WebSocket client load the code of `fetch`, which takes 60 ms in processes that never use it.
 */
import http from 'node:http'
import type { Plugin } from 'vite'

const id = '\0node-http'
const loadFetch = ['WebSocket', 'CloseEvent', 'MessageEvent']

/** Returns a plugin that imports all other members of `node:http` without these. */
export function importHttpLazily(): Plugin {
  return {
    name: 'import-http-lazily',
    enforce: 'pre',
    resolveId(source) {
      return source === 'node:http' || source === 'http' ? id : undefined
    },
    load(loaded) {
      return loaded === id ? { code: renderModule(), moduleSideEffects: false } : undefined
    },
  }
}

function renderModule(): string {
  const names = Object.keys(http).filter((name) => !loadFetch.includes(name))
  return `const http = process.getBuiltinModule('node:http')
export default http
export const { ${names.join(', ')} } = http
`
}

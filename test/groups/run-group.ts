/** Declares the tests of all files of a group in this process. */
import { registerHooks } from 'node:module'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { declarations } from './declarations.ts'
import { findGroup, type GroupName } from './groups.ts'

const ownFolder = new URL('.', import.meta.url).href
const root = resolve(import.meta.dirname, '../..')

/** Imports the files with `titled-test.ts` in the place of ava, then declares their tests. */
export async function runGroup(name: GroupName): Promise<void> {
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL = '' } = context
      if (specifier !== 'ava' || parentURL.startsWith(ownFolder)) return nextResolve(specifier, context)
      return { url: titledTestFor(parentURL), format: 'module-typescript', shortCircuit: true }
    },
  })
  for (const path of findGroup(name)) await import(pathToFileURL(resolve(root, path)).href)
  hooks.deregister()
  for (const declare of declarations) declare()
}

/** Returns the URL of an instance of `titled-test.ts` for a test file. */
function titledTestFor(testFile: string): string {
  const path = relative(resolve(root, 'test'), fileURLToPath(testFile)).replace(/\.test\.ts$/, '')
  const url = new URL('titled-test.ts', import.meta.url)
  url.searchParams.set('prefix', path.replaceAll('/', ' › '))
  return url.href
}

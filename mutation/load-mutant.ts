/**
 * Replaces a part of one source file in memory, in every process that starts with `--import` of this file.
 * `MUTANT` is JSON: the file, the offsets of the text to replace, and the replacement.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const { file, start, end, replacement } = JSON.parse(process.env.MUTANT ?? '{}') as {
  file?: string
  start: number
  end: number
  replacement: string
}

if (file) {
  const mutated = pathToFileURL(file).href
  registerHooks({
    load(url, context, nextLoad) {
      if (url !== mutated) return nextLoad(url, context)
      const text = readFileSync(file, 'utf8')
      const source = text.slice(0, start) + replacement + text.slice(end)
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}

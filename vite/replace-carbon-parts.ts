/** Replaces parts of Carbon that the pages never use and that its components import nevertheless. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(`../src/shared/ui/carbon/${path}`, import.meta.url))

/** The import, the file of Carbon that has it, and the replacement. */
const replacements: readonly (readonly [source: RegExp, importer: RegExp, file: string])[] = [
  [/^@floating-ui\/react$/, /\/components\/Popover\//, here('static-floating.ts')],
  [/^\.\/next\/index\.js$/, /\/OverflowMenu\/index\.js$/, here('no-overflow-menu.ts')],
]

export function replaceCarbonParts(): Plugin {
  return {
    name: 'replace-carbon-parts',
    enforce: 'pre',

    resolveId(source, importer = '') {
      const found = replacements.find(([from, by]) => from.test(source) && by.test(importer))
      return found?.[2] ?? null
    },

    // Each popover, one per row of a list, reads its style at each rendering, for floating ones only: 0.2 s when all rows are selected.
    transform: {
      filter: { id: /\/components\/Popover\/index\.js$/ },
      handler: (code) => ({
        code: code.replace('if (caret && popover.current)', 'if (enableFloatingStyles)'),
        map: null,
      }),
    },
  }
}

/** Lets Carbon's popovers use `src/ui/carbon/static-floating.ts` in place of a positioning library. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const library = '@floating-ui/react'
const replacement = fileURLToPath(new URL('../src/ui/carbon/static-floating.ts', import.meta.url))

export function staticPopovers(): Plugin {
  return {
    name: 'static-popovers',
    enforce: 'pre',

    resolveId(source, importer) {
      return source === library && importer?.includes('/components/Popover/') ? replacement : null
    },
  }
}

/**
 * Lets the browser load the code behind the entry point of a page together with it: the entry point imports `start.tsx`
 * when the catalogue of the language is there, which is at once for English.
 */
import type { Plugin } from 'vite'

export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',

    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/start.tsx'))
        if (!start) return []
        const files = new Set<string>()
        const add = (name: string) => {
          if (files.has(name)) return
          files.add(name)
          for (const each of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(each)
        }
        add(start.fileName)
        const missing = [...files].filter((file) => !html.includes(`"./${file}"`))
        return missing.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}

/**
 * Bundles `src` with its dependencies. Node strips no types below `node_modules`, so the package contains JavaScript; the
 * bundle also keeps the number of installed packages and the time of a start small. A checkout never runs it.
 */
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { importHttpLazily } from './import-http-lazily.ts'
import { assets, installedDependencies, modules } from './modules.ts'

const root = resolve(import.meta.dirname, '..')

/** Writes the bundle into a folder, and removes what the folder contained. */
export async function bundleSource(outDir: string): Promise<void> {
  process.env.NODE_ENV = 'production' // a test or a shell may have set it
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [importHttpLazily()],
    ssr: { target: 'node', noExternal: true, external: [...installedDependencies] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false, // stack traces stay readable
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(modules.map((path) => [path, join(root, 'src', `${path}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        checks: { eval: false }, // depd, a library of Koa, names its wrappers by eval
      },
    },
  })
  cpSync(join(root, 'src', 'gateway/parts/custom-policies/contract.ts'), join(outDir, 'policies.d.ts'))
  for (const asset of assets) cpSync(join(root, 'src', asset), join(outDir, asset), { recursive: true })
}

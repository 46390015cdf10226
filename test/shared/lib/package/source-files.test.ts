import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { assets, installedDependencies, modules, unbundledDependencies } from '../../../../packaging/modules.ts'
import { packageRoot } from '../../../../src/shared/lib/package/package-root.ts'
import { findAsset, findModule } from '../../../../src/shared/lib/package/source-files.ts'

const source = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== 'shared/lib/package/source-files.ts')
  .map((path) => readFileSync(join(packageRoot, 'src', path), 'utf8'))
  .join('\n')

function findAll(pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, found]) => found as string)
}

test('the package contains every module that is found by its path, and no others', (t) => {
  const commands = ['main', 'mq/cli/main']
  t.deepEqual([...new Set([...commands, ...findAll(/\bfindModule\('([^']+)'\)/g)])].sort(), [...modules].sort())
  for (const path of modules) t.true(existsSync(findModule(path)), path)
})

test('the package contains every asset that is found by its path', (t) => {
  for (const path of findAll(/\bfindAsset\(['`]([^'`$]+)/g))
    t.true(
      assets.some((asset) => path.startsWith(asset)),
      path,
    )
  for (const path of assets) t.true(existsSync(findAsset(path)), path)
})

test('no other file is found by the place of a module, which is another one in the bundle', (t) => {
  t.deepEqual(findAll(/(new URL\([^)]*import\.meta\.\w+\))/g), [])
  t.deepEqual(findAll(/(import\.meta\.dirname)/g), [])
})

test('the package installs the dependencies that are loaded by require or cannot be bundled, and no others', (t) => {
  const loaded = findAll(/(?<!\.)\bload\('([^'.][^']*)'\)/g).map((path) => path.split('/')[0])
  const unbundled = unbundledDependencies.filter((name) => source.includes(`from '${name}'`))
  t.deepEqual([...new Set(loaded), ...unbundled].sort(), [...installedDependencies].sort())
})

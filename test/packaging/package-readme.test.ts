/** The README of the npm package, and what packing leaves in the checkout. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { renderPackageReadme } from '../../packaging/package-readme.ts'
import { eventually } from '../_support/eventually.ts'
import { temporaryFolder } from '../_support/product.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const text =
  '![p](docs/images/a.png) [a](docs/cli.md#backup) [b](LICENSE) [c](bench/README.md) [d](#x) [e](https://x.example/)'

test('links of the package lead to the tag of its version at the repository', (t) => {
  for (const repository of [
    { url: 'git+https://github.com/o/r.git' },
    'https://github.com/o/r',
    'git@github.com:o/r.git',
  ])
    t.is(
      renderPackageReadme(text, { repository, version: '1.2.3', contains: () => true }),
      '![p](https://raw.githubusercontent.com/o/r/v1.2.3/docs/images/a.png) [a](https://github.com/o/r/blob/v1.2.3/docs/cli.md#backup) ' +
        '[b](https://github.com/o/r/blob/v1.2.3/LICENSE) [c](https://github.com/o/r/blob/v1.2.3/bench/README.md) [d](#x) [e](https://x.example/)',
    )
})

test('without a repository, links lead to pages of the package, and others become text', (t) => {
  const packed = ['LICENSE', 'dist/docs/cli.html', 'dist/docs/images/a.png']
  t.is(
    renderPackageReadme(text, { version: '1.2.3', contains: (path) => packed.includes(path) }),
    '![p](dist/docs/images/a.png) [a](dist/docs/cli.html#backup) [b](LICENSE) c [d](#x) [e](https://x.example/)',
  )
})

/** Makes a checkout whose packing builds nothing. */
async function makeCheckout() {
  const [folder, remove] = await temporaryFolder()
  cpSync(join(root, 'packaging'), join(folder, 'packaging'), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const name of ['src', 'node_modules', '.git']) symlinkSync(join(root, name), join(folder, name))
  mkdirSync(join(folder, 'build/man'), { recursive: true })
  mkdirSync(join(folder, 'dist'))
  const { files, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const scripts = { prepack: 'node packaging/manifest.ts narrow', postpack: 'node packaging/manifest.ts restore' }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, bin: {}, files: ['build', '!build/originals'], scripts }),
  )
  writeFileSync(join(folder, 'README.md'), readme)
  return { folder, remove }
}

test('a packed README has no link into the checkout, and package.json and README are as before', async (t) => {
  const { folder, remove } = await makeCheckout()
  t.teardown(remove)
  const before = readFileSync(join(folder, 'package.json'), 'utf8')
  await run('npm', ['pack', '--pack-destination', 'dist'], { cwd: folder })
  t.is(readFileSync(join(folder, 'package.json'), 'utf8'), before)
  t.is(readFileSync(join(folder, 'README.md'), 'utf8'), readme)

  const [file = ''] = (await run('ls', [join(folder, 'dist')])).stdout.split('\n')
  const { stdout: packed } = await run('tar', ['-xzOf', join(folder, 'dist', file), 'package/README.md'])
  const { stdout: names } = await run('tar', ['-tzf', join(folder, 'dist', file)])
  const links = [...packed.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, path]) => `package/${path}`)
  t.deepEqual(
    links.filter((path) => !names.split('\n').includes(path)),
    [],
  )
})

test('package.json and README are as before when npm pack fails', async (t) => {
  const { folder, remove } = await makeCheckout()
  t.teardown(remove)
  const before = readFileSync(join(folder, 'package.json'), 'utf8')
  await t.throwsAsync(run('npm', ['pack', '--pack-destination', 'missing/folder'], { cwd: folder }))
  const isRestored = () =>
    readFileSync(join(folder, 'package.json'), 'utf8') === before &&
    readFileSync(join(folder, 'README.md'), 'utf8') === readme
  t.true(await eventually(async () => isRestored() || undefined))
})

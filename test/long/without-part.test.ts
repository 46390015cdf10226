/**
 * Each part of a house can be taken out: a copy of the tree without its folder, its row in `parts.ts`, and the lines that
 * name it in `packaging/modules.ts`, `bin/` and `vite/` has no type errors in `src`.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { temporaryFolder } from '../_support/product.ts'

const houses = ['gateway', 'mq']
const run = promisify(execFile)

test('each part can be taken out', async (t) => {
  t.timeout(600_000)
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  for (const name of ['src', 'packaging', 'vite', 'bin']) await cp(name, join(folder, name), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await cp('package.json', join(folder, 'package.json'))
  await writeFile(join(folder, 'tsconfig.json'), await readConfig())
  t.deepEqual(await findTypeErrors(folder), [], 'the copy with every part')

  const found: string[] = []
  for (const house of houses)
    for (const part of await readdir(join('src', house, 'parts'))) {
      const restore = await takeOut(folder, house, part)
      const errors = await findTypeErrors(folder)
      await restore()
      found.push(...errors.map((error) => `without ${house}/${part}: ${error}`))
    }
  t.deepEqual(found, [])
})

/** Returns the type check of the product alone: tests of a part go with it. */
async function readConfig(): Promise<string> {
  const { compilerOptions, exclude } = JSON.parse(await readFile('tsconfig.json', 'utf8'))
  const include = ['src', 'packaging', 'vite']
  return JSON.stringify({
    compilerOptions: { ...compilerOptions, tsBuildInfoFile: './types.tsbuildinfo' },
    include,
    exclude,
  })
}

/** Removes a part and the lines that name it. Returns a function that puts all of it back. */
async function takeOut(folder: string, house: string, part: string): Promise<() => Promise<void>> {
  const own = `parts/${part}/`
  const files = [`src/${house}/parts.ts`, 'packaging/modules.ts', ...(await list('bin')), ...(await list('vite'))]
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    await writeFile(
      join(folder, file),
      file.endsWith('parts.ts') ? removeRow(text, own) : removeLines(text, house, own),
    )
  }
  await rm(join(folder, 'src', house, own), { recursive: true })
  return async () => {
    await mkdir(join(folder, 'src', house, own), { recursive: true })
    for (const path of [...files, `src/${house}/${own}`]) await cp(path, join(folder, path), { recursive: true })
  }
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((each) => each.isFile()).map(({ name }) => `${folder}/${name}`)
}

function removeLines(text: string, house: string, own: string): string {
  return text
    .split('\n')
    .filter((line) => !line.includes(`${house}/${own}`))
    .join('\n')
}

/** Removes the import of a part and its name in the list. */
function removeRow(text: string, own: string): string {
  const row = new RegExp(`^import \\{ (\\w+) \\} from '\\./${own}part\\.ts'\\n`, 'm')
  const [line, name] = row.exec(text) ?? []
  return line === undefined ? text : text.replace(line, '').replace(new RegExp(`\\b${name}\\b,? ?`), '')
}

/** Returns the lines of the type check with an error. */
async function findTypeErrors(folder: string): Promise<string[]> {
  const tsc = resolve('node_modules/.bin/tsc')
  const { stdout } = await run(tsc, ['-p', folder, '--incremental'], { maxBuffer: 16 * 1024 ** 2 }).catch(
    (error) => error,
  )
  return String(stdout)
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .slice(0, 20)
}

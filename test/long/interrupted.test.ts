/**
 * `init`, `import` and `restore` are killed before their changes of files. What is there then is the old state or the new
 * one, or is refused with what to do; the same command completes it, and leaves no temporary file.
 */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { prepareDataFolder } from '../../src/shared/process/data/index.ts'
import { sluice, temporaryFolder } from '../_support/product.ts'

const preload = join(import.meta.dirname, '_support/kill-at-step.ts')
const maxSteps = 200
const initOptions = ['--api', 'pets', '--backend', 'http://127.0.0.1:9', '--yes']
const orders = `openapi: 3.0.3
info: { title: Orders, version: 1.0.0 }
servers: [{ url: http://127.0.0.1:9/orders }]
components:
  securitySchemes: { login: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { orders: Orders } } } } }
security: [{ login: [orders] }]
paths: { /all: { get: { responses: { "200": { description: All } } } } }
`

interface Place {
  /** The folder that the command changes, the data folder, and a folder beside them. */
  folder: string
  data: string
  beside: string
}

async function makePlace(t: ExecutionContext): Promise<Place> {
  const [beside, remove] = await temporaryFolder()
  t.teardown(remove)
  return { beside, folder: join(beside, 'documents'), data: join(beside, 'data') }
}

interface KilledCommand {
  /** How many steps are between two kills. */
  stride?: number
  prepare(): Promise<Place>
  args(place: Place): string[]
  check(place: Place): Promise<void>
}

/** Kills the command before its steps, and calls `check` after each kill, until the command ends by itself. */
async function killAtSteps(t: ExecutionContext, { stride = 1, prepare, args, check }: KilledCommand): Promise<void> {
  for (let step = 1; step <= maxSteps; step += stride) {
    const place = await prepare()
    const options = { NODE_OPTIONS: `--import=${preload}`, KILL_AT_STEP: String(step) }
    const environment = { SLUICE_CONFIG: place.folder, ...options }
    const { status, errors } = await sluice(args(place), place.data, environment)
    if (status !== null) {
      t.is(status, 0, errors)
      t.log(`killed before every step below ${step}, in strides of ${stride}`)
      t.true(step > 5)
      return
    }
    await check(place)
  }
  t.fail('the command does not end')
}

async function run(t: ExecutionContext, args: string[], { data, folder }: Place): Promise<void> {
  const { status, output, errors } = await sluice(args, data, { SLUICE_CONFIG: folder })
  t.is(status, 0, `${args.join(' ')}: ${output}${errors}`)
}

/** Returns the texts of all files by their path. */
async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = files.toSorted().map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')])
  return Object.fromEntries(await Promise.all(texts))
}

const isTemporary = (path: string) => /\.part$|\.sluice-init-|\.restor/.test(path)

test('an init that is killed leaves no catalogs, or complete documents, and another one begins anew', async (t) => {
  t.timeout(900_000)
  await killAtSteps(t, {
    stride: 3, // most steps write one of the schemas
    prepare: () => makePlace(t),
    args: ({ folder }) => ['init', folder, ...initOptions],
    async check(place) {
      const { folder } = place
      const names = Object.keys(await readFiles(folder)).filter((path) => !isTemporary(path))
      if (names.some((path) => path.startsWith('catalogs/'))) return run(t, ['check'], place)
      const { status, errors } = await sluice(['init', folder, ...initOptions], place.data)
      if (status === 0) {
        t.deepEqual(Object.keys(await readFiles(folder)).filter(isTemporary), [])
        await run(t, ['check'], place)
      } else t.regex(errors, /already: name an empty folder, or remove them|exists already: set SLUICE_DATA/)
    },
  })
})

test('an import that is killed leaves documents without errors, and the same import completes it', async (t) => {
  t.timeout(900_000)
  const base = await makePlace(t)
  await run(t, ['init', base.folder, ...initOptions], base)
  await writeFile(join(base.beside, 'orders.yaml'), orders)
  const args = () => ['import', join(base.beside, 'orders.yaml'), '--product', 'pets']
  async function prepare(): Promise<Place> {
    const place = await makePlace(t)
    await cp(base.beside, place.beside, { recursive: true })
    return place
  }
  const whole = await prepare()
  await run(t, args(), whole)
  const expected = await readFiles(whole.folder)
  await killAtSteps(t, {
    prepare,
    args,
    async check(place) {
      await run(t, ['check'], place)
      await run(t, args(), place)
      t.deepEqual(await readFiles(place.folder), expected)
    },
  })
})

test('a restore that is killed leaves the old data or the new data, or a folder that is refused', async (t) => {
  t.timeout(900_000)
  const base = await makePlace(t)
  await mkdir(join(base.data, 'mqweb'), { recursive: true })
  for (const file of ['audit.jsonl', 'base-url', 'mqweb/mqwebuser.xml']) await writeFile(join(base.data, file), 'saved')
  const backup = join(base.beside, 'backup')
  await run(t, ['backup', backup], base)
  const saved = await readFiles(base.data)
  const old = { 'audit.jsonl': 'old', 'users/local.json': 'old' }
  const args = () => ['restore', backup, '--replace']
  await killAtSteps(t, {
    args,
    async prepare() {
      const place = await makePlace(t)
      await mkdir(join(place.data, 'users'), { recursive: true })
      for (const [file, text] of Object.entries(old)) await writeFile(join(place.data, file), text)
      return place
    },
    async check(place) {
      const visible = async () => {
        const files = Object.entries(await readFiles(place.data))
        return Object.fromEntries(files.filter(([path]) => !/^\.(restor|replaced)|^layout\.json$/.test(path)))
      }
      const found = JSON.stringify(await visible())
      const isRefused = await prepareDataFolder(place.data).then(
        () => false,
        ({ message }) => /run "sluice restore" again with --replace/.test(message),
      )
      t.true(isRefused || [JSON.stringify(old), JSON.stringify(saved)].includes(found), found)
      await run(t, args(), place)
      t.deepEqual(await visible(), saved)
      t.deepEqual((await readdir(place.data)).filter(isTemporary), [])
    },
  })
})

import { lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import test from 'ava'
import { describeChanges, loadConfig, openConfigLoader } from '../../../../src/gateway/config/index.ts'
import type { Config, LoadResult } from '../../../../src/gateway/config/types/index.ts'
import { indexClients, openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { deserializeConfig, serializeConfig } from '../../../../src/gateway/runtime/documents/serialized-config.ts'
import { createRandom } from '../../../_support/random.ts'
import { folderWith, valid } from '../../config/_support/folder.ts'
import { tables } from '../../config/_support/tables.ts'

const applicationCount = 150
const stepCount = 40
const sandbox = 'catalogs/sandbox'

const application = (number: number) => `name: app-${number}
client_type: public
credentials:
  - client_id: id-${number}
subscriptions:
  - { product: shop, plan: gold }
`

const documents = {
  ...valid,
  'catalogs/sandbox/products/books.yaml': valid['catalogs/sandbox/products/shop.yaml'].replace('shop', 'books'),
  'catalogs/second/catalog.yaml': valid['catalogs/sandbox/catalog.yaml'].replace('name: sandbox', 'name: second'),
  'catalogs/second/products/shop.yaml': valid['catalogs/sandbox/products/shop.yaml'],
  'catalogs/second/applications/app.yaml': application(1),
  ...Object.fromEntries(
    Array.from({ length: applicationCount }, (_, number) => [
      `${sandbox}/applications/app-${number}.yaml`,
      application(number),
    ]),
  ),
}

type Change = (folder: string, pick: (below: number) => number) => Promise<readonly string[] | undefined>

const pathOf = (number: number) => `${sandbox}/applications/app-${number}.yaml`

const rewrite = async (folder: string, path: string, text: string | undefined) => {
  if (text === undefined) await rm(join(folder, path), { force: true })
  else await writeFile(join(folder, path), text)
  return [path]
}

/** Writes one of several texts in place of a piece of a valid document; the first text is the piece itself. */
const choose =
  (path: keyof typeof valid, piece: string, ...others: string[]): Change =>
  (folder, pick) =>
    rewrite(folder, path, valid[path].replace(piece, [piece, piece, ...others][pick(others.length + 2)] as string))

const change =
  (edit: (text: string, pick: (below: number) => number) => string | undefined): Change =>
  (folder, pick) => {
    const number = pick(applicationCount)
    return rewrite(folder, pathOf(number), edit(application(number), pick))
  }

/** Writes the documents of the beginning where files differ, and removes others. */
const mend: Change = async (folder) => {
  const right = new Map<string, string>(Object.entries(documents))
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const others = found
    .filter((each) => !each.isDirectory())
    .map((each) => relative(folder, join(each.parentPath, each.name)))
  const changed: string[] = []
  for (const path of new Set([...others, ...right.keys()])) {
    const text = right.get(path)
    const isLink = (await lstat(join(folder, path)).catch(() => undefined))?.isSymbolicLink()
    const present = await readFile(join(folder, path), 'utf8').catch(() => undefined)
    if (!isLink && present === text) continue
    await rm(join(folder, path), { force: true })
    await mkdir(join(folder, path, '..'), { recursive: true })
    changed.push(...(await rewrite(folder, path, text)))
  }
  await rm(join(folder, 'catalogs/moved'), { recursive: true, force: true })
  return changed.some((path) => path.startsWith('catalogs/moved')) ? undefined : changed
}

const changes: Record<string, Change> = {
  'change an application': change((text, pick) => text.replace('client_type', `title: T${pick(9)}\nclient_type`)),
  'write an application as it was': change((text) => text),
  'remove an application': change(() => undefined),
  'break an application': change((text) => `${text}  - [`),
  'use the client id of another': change((text, pick) => text.replace(/id-\d+/, `id-${pick(applicationCount)}`)),
  'use the name of another': change((text, pick) => text.replace(/app-\d+/, `app-${pick(applicationCount)}`)),
  'name a plan that is gone': change((text, pick) => text.replace('gold', ['lead', 'silver'][pick(2)] as string)),
  'subscribe to a product twice': change((text) => `${text}  - { product: shop, plan: gold }\n`),
  'use other grants': change((text, pick) => `${text}grants: [${['password', 'access_code'][pick(2)]}]\n`),
  'limit tokens': change((text, pick) => `${text}token_ceiling: { scopes: [${['orders', 'gone'][pick(2)]}] }\n`),
  'register a certificate': change((text) =>
    text.replace('client_id', `certificate: { subject: CN=one }\n    client_id`),
  ),
  'exchange two client ids': async (folder, pick) => {
    const [one, other] = [pick(applicationCount), pick(applicationCount)]
    await rewrite(folder, pathOf(one), application(one).replace(/id-\d+/, `id-${other}`))
    await rewrite(folder, pathOf(other), application(other).replace(/id-\d+/, `id-${one}`))
    return [pathOf(one), pathOf(other)]
  },
  'rename a file': async (folder, pick) => {
    const [from, to] = [pathOf(pick(applicationCount)), `${sandbox}/applications/renamed-${pick(5)}.yaml`]
    await rename(join(folder, from), join(folder, to)).catch(() => {})
    return [from, to]
  },
  'replace a file by a link': async (folder, pick) => {
    const path = pathOf(pick(applicationCount))
    await rm(join(folder, path), { force: true })
    await symlink(join(folder, pathOf(pick(applicationCount))), join(folder, path))
    return undefined
  },
  'rename a plan': choose(`${sandbox}/products/shop.yaml`, '  gold:', '  silver:', '  gold:\n    title: Best'),
  'rename a product': choose(`${sandbox}/products/shop.yaml`, 'name: shop', 'name: store', 'name: shop: ['),
  'remove a product': (folder) => rewrite(folder, `${sandbox}/products/books.yaml`, undefined),
  'change a catalog': choose(`${sandbox}/catalog.yaml`, 'org: acme', 'org: other', 'title: A\norg: acme', 'org: [a'),
  'give a catalog the name of another': choose(`${sandbox}/catalog.yaml`, 'name: sandbox', 'name: second'),
  'change a provider': choose(
    'providers/oauth.yaml',
    '[password, application]',
    '[application]',
    '[access_code]',
    '[x]',
  ),
  'change scopes': choose('providers/oauth.yaml', '  orders: Orders\n', ''),
  'change an API': choose('apis/customers.yaml', 'title: Customers', 'title: Clients', 'title: [', 'title: C'),
  'ask for certificates': choose(
    'apis/customers.yaml',
    'oauth-1:\n    type',
    'tls: { type: mutualTLS }\n  oauth-1:\n    type',
  ),
  'move a folder': async (folder) => {
    const [here, there] = [join(folder, sandbox), join(folder, 'catalogs/moved')]
    await rename(here, there).catch(() => rename(there, here))
    return undefined
  },
  'change nothing': async () => [],
}

test('loads of what has changed give what whole loads give, after random changes', async (t) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = createRandom(seed)
  const pick = (below: number) => Math.floor(random() * below)
  const folder = await folderWith(t, documents)
  const { load } = openConfigLoader(folder, tables, {})
  const names = Object.keys(changes)
  const done: string[] = []
  let last: { config: Config; whole: Config } | undefined
  let received: { config: Config; copy: Config } | undefined
  let [validCount, hasLinks, isValid] = [0, false, true]

  await load([], [])
  for (let step = 0; step < stepCount; step += 1) {
    const isMended = !isValid && pick(2) === 0
    const made = isMended ? [] : Array.from({ length: 1 + pick(2) }, () => names[pick(names.length)] as string)
    done.push(isMended ? 'mend' : made.join(' and '))
    let changed: string[] | undefined = []
    for (const make of isMended ? [mend] : made.map((name) => changes[name] as Change)) {
      const paths = await make(folder, pick).catch(() => undefined)
      changed = paths && changed ? [...changed, ...paths] : undefined
    }
    // The watcher does not report what changes behind a link, and lets all files be read.
    hasLinks ||= made.includes('replace a file by a link')
    if (hasLinks) changed = undefined
    if (isMended) hasLinks = false
    if (pick(4) === 0) await load({ file: pathOf(pick(applicationCount)), text: 'name: [' }, [], changed?.splice(0))

    const [found, whole] = [await load([], [], changed), await loadConfig(folder, tables, {})]
    const context = `seed ${seed}, after: ${done.join('; ')}`
    const shown = ({ problems, files, secrets, config, readable }: LoadResult) => ({
      problems,
      files,
      secrets,
      config,
      readable,
    })
    t.deepEqual(found.problems, whole.problems, context)
    if (!isDeepStrictEqual(shown(found), shown(whole))) return void t.deepEqual(shown(found), shown(whole), context)
    t.deepEqual(found.texts?.(), whole.texts?.(), context)
    isValid = found.config !== undefined
    if (!found.config || !whole.config) continue

    validCount += 1
    const listed = last && describeChanges(last.config, found.config)
    t.deepEqual(listed, last && describeChanges(last.whole, whole.config), context)
    last = { config: found.config, whole: whole.config }

    const update = serializeConfig(found.config, received?.config)
    const copy = deserializeConfig(update, received?.copy)
    t.true(isDeepStrictEqual({ ...found.config, policies: undefined }, copy), context)
    for (const { path, applications, products } of copy.catalogs) {
      await indexClients(applications, received?.copy.catalogs.find((each) => each.path === path)?.applications)
      const { find } = openConsumers({ applications, products })
      const owners = new Map(applications.flatMap((each) => each.credentials.map(({ clientId }) => [clientId, each])))
      const ids = Array.from({ length: applicationCount }, (_, number) => `id-${number}`)
      t.true(
        ids.every((id) => find(id)?.application === owners.get(id)),
        context,
      )
    }
    received = { config: found.config, copy }
  }
  t.true(validCount > 3, `seed ${seed}: few steps leave valid documents`)
})

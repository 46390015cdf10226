import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import test from 'ava'
import { request } from 'undici'
import { getToken } from '../_support/client.ts'
import { sluice } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

const api = 'apis/customer-database.yaml'
const deadlineMs = 120_000
/** Every mistake is made twice, and each way of saving is used three times. */
const changes = 14
const pauseMs = 10 // between calls, which leave the processor to the product

const product = sharedProduct(test, { SLUICE_WORKERS: '2' })

/** The API document in an edition that callers can tell by a field of the answer. */
function edition(text: string, number: number): string {
  return `${text}      - set-variable:
          version: 2.0.0
          actions: [{ set: message.headers.x-edition, value: "${number}", type: string }]
`
}

/** Ways in which a document can be wrong: as text, as a document, and in its meaning. */
const mistakes: readonly ((text: string) => string)[] = [
  (text) => `${text}\n  - [`,
  (text) => text.replace('- invoke:', '- invok:'),
  (text) => text.replace('target-url: $(customers-url)', 'target-url: ftp://$(customers-url)'),
]

/** One call over a connection of its own, so that the workers take turns. */
async function call(gateway: string, token: string): Promise<{ status: number; edition: number }> {
  const { statusCode, headers, body } = await request(`${gateway}/acme/sandbox/customerdb/v1/customers`, {
    headers: { authorization: `Bearer ${token}` },
    reset: true,
  })
  await body.dump()
  return { status: statusCode, edition: Number(headers['x-edition'] ?? 0) }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await setTimeout(pauseMs)
  }
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${product.management}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

const refused = 'sluice_config_reloads_total{result="refused"}'
const used = 'sluice_config_reloads_total{result="used"}'

test.serial('changes under load, half of them wrong, cost no call', async (t) => {
  const { access_token: token } = await getToken(product.gateway)
  const file = join(product.folder, api)
  const first = await readFile(file, 'utf8')
  const before = { refused: await metric(refused), used: await metric(used) }

  let done = false
  t.teardown(() => {
    done = true
  })
  const statuses = new Map<number | string, number>()
  const load = Array.from({ length: 4 }, async () => {
    while (!done) {
      const status = await call(product.gateway, token).then((answer) => answer.status, String)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await setTimeout(pauseMs)
    }
  })

  for (let number = 1; number <= changes; number += 1) {
    if (number % 2 === 0) {
      const mistake = mistakes[(number / 2) % mistakes.length] as (text: string) => string
      await writeFile(file, mistake(edition(first, number)))
      const refusals = before.refused + number / 2
      await until(`change ${number} is refused`, async () => (await metric(refused)) >= refusals)
      continue
    }
    // As an editor saves, and as a deployment does.
    await writeFile(`${file}.part`, edition(first, number))
    await (number % 4 === 1 ? rename(`${file}.part`, file) : writeFile(file, edition(first, number)))
    await until(`change ${number} is in use in both workers`, async () => {
      const answers = [1, 2, 3, 4].map(() => call(product.gateway, token))
      return (await Promise.all(answers)).every((answer) => answer.edition === number)
    })
  }
  done = true
  await Promise.all(load)

  t.deepEqual([...statuses.keys()], [200])
  t.is(await metric(refused), before.refused + changes / 2)
  t.is(await metric(used), before.used + changes / 2)
  t.is(await metric('sluice_config_up_to_date'), 0)

  await writeFile(file, first)
  await until('it is as it was', async () => (await call(product.gateway, token)).edition === 0)
})

test.serial('an invalid change is reported with its location until it is undone', async (t) => {
  const file = join(product.folder, api)
  const first = await readFile(file, 'utf8')
  const before = await metric(refused)
  const logged = product.log().length

  await writeFile(file, first.replace('- invoke:', '- invok:'))
  await until('it is refused', async () => (await metric(refused)) === before + 1)
  t.is(await metric('sluice_config_up_to_date'), 0)
  t.regex(product.log().slice(logged), /apis\/customer-database\.yaml:\d+:\d+ [^"]*\\"invok\\"[^"]*did you mean/)

  await writeFile(file, first)
  await until('it is gone', async () => (await metric('sluice_config_up_to_date')) === 1)
})

test.serial('folders that are replaced as a whole are still followed', async (t) => {
  const { folder } = product
  const { access_token: token } = await getToken(product.gateway)

  for (const number of [1, 2]) {
    const text = await readFile(api, 'utf8')
    await mkdir(join(folder, 'new'))
    await cp('apis', join(folder, 'new'), { recursive: true })
    await writeFile(join(folder, 'new/customer-database.yaml'), edition(text, number))
    await rename(join(folder, 'apis'), join(folder, 'old'))
    await rename(join(folder, 'new'), join(folder, 'apis'))
    await rm(join(folder, 'old'), { recursive: true })
    await until('it is in use', async () => (await call(product.gateway, token)).edition === number)
  }
  t.pass()
})

test.serial('files that documents name are followed', async (t) => {
  const { folder } = product
  const { access_token: token } = await getToken(product.gateway)
  const file = join(folder, api)
  const text = await readFile(api, 'utf8')
  await writeFile(join(folder, 'edition.txt'), '7')
  await writeFile(file, edition(text, 7).replace('"7"', `"$file{${join(folder, 'edition.txt')}}"`))
  await until('the file is read', async () => (await call(product.gateway, token)).edition === 7)

  await writeFile(join(folder, 'edition.txt'), '8')
  await until('it is read again', async () => (await call(product.gateway, token)).edition === 8)
  t.pass()
})

test.serial('the revisions that were used are listed, and one is written back over the files', async (t) => {
  const { folder, data } = product
  const { access_token: token } = await getToken(product.gateway)
  const run = (...args: string[]) =>
    sluice(['config', ...args], data, { SLUICE_CONFIG: folder }).then(({ output }) => output)
  const title = join(folder, 'catalogs/sandbox/catalog.yaml')
  const first = await readFile(title, 'utf8')
  const before = await metric(used)
  await writeFile(title, first.replace('title: Sandbox', 'title: Other'))
  await until('it is in use', async () => (await metric(used)) > before)

  let log = ''
  await until('it is kept', async () => {
    log = await run('log')
    return log.includes('title: Sandbox -> Other')
  })
  const [, newest = '', , earlier = ''] = /^\S+Z {2}(\w+)[\s\S]*?\n(\S+Z {2}(\w+))/.exec(log) ?? []
  t.regex(await run('diff', earlier, newest), /-title: Sandbox\n\+title: Other/)
  t.regex(await run('rollback', earlier), new RegExp(`went back to ${earlier} of `))
  t.is(await readFile(title, 'utf8'), first)
  t.is((await call(product.gateway, token)).status, 200)
})

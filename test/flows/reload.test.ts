import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import test, { type ExecutionContext } from 'ava'
import { request } from 'undici'

import { getToken } from '../_support/client.ts'
import { copyDocuments } from '../_support/documents.ts'
import { type Product, startProduct, temporaryFolder } from '../_support/product.ts'

const api = 'apis/customer-database.yaml'
const deadlineMs = 20_000

/** The sandbox over documents of its own, which a test may change. */
async function open(t: ExecutionContext): Promise<{ product: Product; folder: string }> {
  const [data, removeData] = await temporaryFolder()
  const [folder, removeFolder] = await temporaryFolder()
  await copyDocuments(folder)
  const product = await startProduct(data, { SLUICE_CONFIG: folder })
  t.teardown(async () => {
    await product.stop()
    await Promise.all([removeData(), removeFolder()])
  })
  return { product, folder }
}

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
  while (!(await holds())) if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`)
}

async function metric(product: Product, name: string): Promise<number> {
  const text = await (await fetch(`${product.management}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

const refused = 'sluice_config_reloads_total{result="refused"}'

test.serial('fifty changes under load, half of them wrong, cost no call', async (t) => {
  t.timeout(180_000)
  const { product, folder } = await open(t)
  const { access_token: token } = await getToken(product.gateway)
  const file = join(folder, api)
  const first = await readFile(file, 'utf8')

  let done = false
  t.teardown(() => {
    done = true
  })
  const statuses = new Map<number | string, number>()
  const load = Array.from({ length: 4 }, async () => {
    while (!done) {
      const status = await call(product.gateway, token).then((answer) => answer.status, String)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })

  for (let number = 1; number <= 50; number += 1) {
    if (number % 2 === 0) {
      const mistake = mistakes[(number / 2) % mistakes.length] as (text: string) => string
      await writeFile(file, mistake(edition(first, number)))
      await until(`change ${number} is refused`, async () => (await metric(product, refused)) >= number / 2)
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
  t.is(await metric(product, refused), 25)
  t.is(await metric(product, 'sluice_config_reloads_total{result="used"}'), 26)
  t.is(await metric(product, 'sluice_config_up_to_date'), 0)
})

test.serial('a wrong change is told with its place, and taking it back ends it', async (t) => {
  const { product, folder } = await open(t)
  const file = join(folder, api)
  const first = await readFile(file, 'utf8')

  await writeFile(file, first.replace('- invoke:', '- invok:'))
  await until('it is refused', async () => (await metric(product, refused)) === 1)
  t.is(await metric(product, 'sluice_config_up_to_date'), 0)
  t.regex(product.log(), /apis\/customer-database\.yaml:\d+:\d+ [^"]*\\"invok\\"[^"]*did you mean/)

  await writeFile(file, first)
  await until('it is gone', async () => (await metric(product, 'sluice_config_up_to_date')) === 1)
})

test.serial('folders that are replaced as a whole are still followed', async (t) => {
  const { product, folder } = await open(t)
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

test.serial('SIGHUP makes the gateway look at what it does not watch', async (t) => {
  const { product, folder } = await open(t)
  const { access_token: token } = await getToken(product.gateway)
  const file = join(folder, api)
  await writeFile(join(folder, 'edition.txt'), '7')
  await writeFile(
    file,
    edition(await readFile(file, 'utf8'), 7).replace('"7"', `"$file{${join(folder, 'edition.txt')}}"`),
  )
  await until('the file is read', async () => (await call(product.gateway, token)).edition === 7)

  await writeFile(join(folder, 'edition.txt'), '8')
  process.kill(product.pid, 'SIGHUP')
  await until('it is read again', async () => (await call(product.gateway, token)).edition === 8)
  t.pass()
})

/** What an operator does in production, while clients call: no call fails, and no entry of the audit trail is lost. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { certificate } from '../_support/certificates.ts'
import { changeText } from '../_support/documents.ts'
import { eventually } from '../_support/eventually.ts'
import { type Gateway, sluice, startGateway, temporaryFolder } from '../_support/product.ts'
import { startLoad } from './_support/steady-load.ts'

const lanes = 4
const callsBetweenSteps = 50
const catalogPath = '/example/main'
const api = { path: '/pets/v1/pets' }

/** Starts an upstream, and a server that accepts every user name and password. Returns its URL. */
async function startBackend(t: ExecutionContext): Promise<string> {
  const server = createServer((_request, response) => response.end('all'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes documents with an API whose limit is out of reach. Returns their folder, and the form of a token request. */
async function writeDocuments(t: ExecutionContext, folder: string) {
  const backend = await startBackend(t)
  const documents = join(folder, 'documents')
  const names = ['--api', 'pets', '--backend', backend, '--authurl', `${backend}/check`, '--yes']
  const { status, output, errors } = await sluice(['init', documents, ...names], join(folder, 'unused'))
  t.is(status, 0, errors)
  await changeText(join(documents, 'catalogs/main/products/pets.yaml'), '1000/1hour', '1000000000/1hour')
  const shown = (name: string) => new RegExp(`${name}=(\\S+)`).exec(output)?.[1] as string
  const form = new URLSearchParams({ grant_type: 'password', username: 'anna', password: 'any', scope: 'pets' })
  for (const name of ['client_id', 'client_secret']) form.set(name, shown(name))
  return { documents, form: `${form}` }
}

/** Returns a value of the line "gateway ready". */
function findReady(gateway: Gateway, name: string): unknown {
  return gateway.log().find(({ msg }) => msg === 'gateway ready')?.[name]
}

test('documents, keys, certificates and the audit trail change while clients call, and a backup is made', async (t) => {
  t.timeout(180_000)
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const { documents, form } = await writeDocuments(t, folder)
  const data = join(folder, 'data')
  const pairs = await Promise.all([certificate('first'), certificate('second'), certificate('third')])
  const replaceCertificate = async ({ cert, key }: { cert: string; key: string }) => {
    await writeFile(join(folder, 'key.pem'), key)
    await writeFile(join(folder, 'certificate.pem'), cert)
  }
  await replaceCertificate(pairs[0])

  // The trail is so long that one of the first entries rotates it, whichever process writes it.
  const filler = `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', who: 'test', action: 'filler' })}\n`
  const fillerCount = Math.ceil(1_048_576 / filler.length) - 3
  await mkdir(data)
  await writeFile(join(data, 'audit.jsonl'), filler.repeat(fillerCount))

  const environment = {
    SLUICE_CONFIG: documents,
    SLUICE_WORKERS: '2',
    SLUICE_AUDIT_MAX_MB: '1',
    SLUICE_TLS_CERTIFICATE: join(folder, 'certificate.pem'),
    SLUICE_TLS_KEY: join(folder, 'key.pem'),
    SLUICE_TLS_PORT: '0',
    SLUICE_PLAIN_HTTP: 'never',
    SLUICE_DRAIN_DELAY_SECONDS: '0',
  }
  const gateway = await startGateway(data, environment)
  t.teardown(gateway.stop)
  const command = async (...args: string[]) => {
    const { status, errors } = await sluice(args, data, environment)
    t.is(status, 0, `${args.join(' ')}: ${errors}`)
  }
  const hasLogged = (text: string, count: number) =>
    eventually(async () => gateway.log().filter(({ msg }) => `${msg}`.includes(text)).length >= count || undefined)

  const targets = [{ url: `${gateway.url}${catalogPath}`, isReady: true }]
  const load = startLoad({ lanes, targets, ...api, form, ca: pairs.map(({ cert }) => cert) })
  t.teardown(load.stop)
  await load.pass(callsBetweenSteps)

  const apiFile = join(documents, 'apis/pets.yaml')
  for (const round of [1, 2]) {
    await changeText(apiFile, '# The API.', `# The API. ${round}.`)
    await changeText(apiFile, 'description: All', `description: All ${round}`)
    t.truthy(await hasLogged('documents', round), 'the gateway uses the changed documents')
    process.kill(findReady(gateway, 'pid') as number, 'SIGHUP')
    await command('keys', 'rotate')
    await replaceCertificate(pairs[round] as (typeof pairs)[0])
    await load.pass(callsBetweenSteps)
  }
  const apps = ['one', 'two', 'three', 'four', 'five', 'six']
  await Promise.all([
    command('backup', join(folder, 'backup')),
    (async () => {
      for (const name of apps) await command('apps', 'create', name, '--public', '--grant', 'password')
    })(),
    (async () => {
      for (const _ of apps) await command('keys', 'rotate')
    })(),
  ])
  await command('backup', join(folder, 'backup'), '--verify')
  await load.pass(callsBetweenSteps)
  await load.stop()
  t.log(`${load.calls} calls`)
  t.deepEqual(load.failures, [])
  t.is(await gateway.stop(), 0)

  const trails = (await readdir(data)).filter((name) => /^audit.*\.jsonl$/.test(name))
  t.true(trails.length >= 2, 'the trail was rotated')
  const texts = await Promise.all(trails.map((name) => readFile(join(data, name), 'utf8')))
  const entries = texts.flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
  const count = (action: string) => entries.filter((each) => each.action === action).length
  t.is(count('filler'), fillerCount)
  t.is(count('apps create'), apps.length)
  t.is(count('keys rotate'), 2 + apps.length)
  t.is(await rm(join(folder, 'backup'), { recursive: true }), undefined)
})

import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { sluice, startGateway, temporaryFolder } from '../_support/product.ts'

interface Report {
  problems: number
  checks: { subject: string; state: string; text: string; remedy?: string }[]
}

/** Runs `sluice doctor` over a data folder of its own. */
async function examine(data: string, environment: Record<string, string> = {}) {
  const { status, output, errors } = await sluice(['doctor', '--json'], data, environment)
  const report = JSON.parse(output || `{ "checks": [], "errors": ${JSON.stringify(errors)} }`) as Report
  const find = (subject: string) => report.checks.filter((each) => each.subject === subject)
  return { status, report, find }
}

test('in order: no problem, status 0', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const { status, report, find } = await examine(data)
  t.is(status, 0)
  t.is(report.problems, 0)
  for (const subject of ['version', 'clock', 'data folder', 'ports', 'store', 'gateway'])
    t.true(
      find(subject).every(({ state }) => state === 'ok'),
      subject,
    )
})

test('each fault is found, with what to do', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  await chmod(data, 0o755)
  await writeFile(join(data, 'later'), '')
  const later = Date.now() / 1_000 + 3_600
  await utimes(join(data, 'later'), later, later)
  const taken = createServer().listen(0, '127.0.0.1')
  t.teardown(() => taken.close())
  await new Promise((resolve) => taken.once('listening', resolve))
  const port = String((taken.address() as AddressInfo).port)
  const documents = join(data, 'documents')
  await mkdir(documents)

  const { status, find } = await examine(data, {
    SLUICE_PORT: port,
    SLUICE_CONFIG: documents,
    SLUICE_STORE: 'postgres://anna:hunter2@127.0.0.1:1/none',
  })
  t.is(status, 1)
  for (const [subject, expected, remedy] of [
    ['clock', /\d\d minutes newer/, /set the clock/],
    ['data folder', /other users may open/, /chmod 700/],
    ['ports', new RegExp(`port ${port} on 127\\.0\\.0\\.1 is taken`), /ss -ltnp/],
    ['documents', /\d errors?/, /sluice check/],
    ['store', /postgres:\/\/\*\*\*@127\.0\.0\.1:1\/none.*cannot be reached/, /several-machines/],
  ] as const) {
    const found = find(subject).find(({ state }) => state !== 'ok')
    t.regex(String(found?.text), expected, subject)
    t.regex(String(found?.remedy), remedy, subject)
    t.notRegex(JSON.stringify(found), /hunter2/)
  }
})

test('wrong settings are all listed, and the rest is looked at without them', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const settings = {
    SLUICE_WORKERS: 'many',
    SLUICE_TLS_KEY: 'key.pem',
    SLUICE_VAULT_ADDR: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere',
  }
  const { status, find } = await examine(data, settings)
  t.is(status, 1)
  const wrong = find('settings').flatMap(({ state, text }) => (state === 'problem' ? [text] : []))
  t.is(wrong.length, 4, wrong.join('\n'))
  for (const expected of [/SLUICE_WORKERS/, /SLUICE_TLS_KEY/, /SLUICE_VAULT_TOKEN/, /OTEL_EXPORTER_OTLP_ENDPOINT/])
    t.true(
      wrong.some((each) => expected.test(each)),
      String(expected),
    )
  for (const subject of ['store', 'counters']) t.like(find(subject), [{ state: 'ok' }], subject)
  t.regex(String(find('documents')[0]?.text), /^the documents in .* are valid/)
  const { output } = await sluice(['doctor'], data, { SLUICE_WORKERS: 'many' })
  t.regex(output, /^PROBLEM settings: SLUICE_WORKERS .*\n {10}→ .*\nok {6}/)
})

test('counters and registries that do not respond are found', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const environment = { SLUICE_COUNTERS: 'redis://:hunter2@127.0.0.1:1', SLUICE_AUTH_PORT: '1' }
  const { find, report } = await examine(data, { ...environment, SLUICE_ATTEMPTS_UNAVAILABLE: 'local' })
  t.like(find('counters'), [{ state: 'warning', remedy: 'start Redis, or correct SLUICE_COUNTERS' }])
  t.regex(String(find('counters')[0]?.text), /127\.0\.0\.1:1.*cannot be reached/)
  t.notRegex(JSON.stringify(report), /hunter2/)
  const registry = find('registries').find(({ state }) => state === 'warning')
  t.regex(String(registry?.text), /sign-ins at customer-users get 503: .*authentication URL/)
  const strict = await examine(data, environment)
  t.like(strict.find('counters'), [{ state: 'problem' }])
  t.is(strict.status, 1)
})

test('a gateway whose counters are away at the start is not ready for tokens', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const gateway = await startGateway(data, {
    SLUICE_COUNTERS: 'redis://127.0.0.1:1',
    SLUICE_ATTEMPTS_UNAVAILABLE: 'reject',
  })
  t.teardown(() => gateway.stop())
  t.is((await fetch(`${gateway.management}/readyz?for=tokens`)).status, 503)
  t.is((await fetch(`${gateway.management}/readyz`)).status, 200)
})

test('a gateway that runs holds its ports, and is asked', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const gateway = await startGateway(data)
  t.teardown(() => gateway.stop())
  const { find } = await examine(data, { SLUICE_ADMIN_PORT: String(new URL(gateway.management).port) })
  t.like(find('ports'), [{ state: 'ok', text: 'a gateway of this data folder holds its ports' }])
  t.like(find('gateway'), [{ state: 'ok', text: 'a gateway runs, and is ready' }])
})

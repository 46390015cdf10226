/** PostgreSQL behind PgBouncer, and with TLS, on real servers. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { StateStoreError } from '../../../../src/shared/storage/index.ts'
import { openPostgresStore } from '../../../../src/shared/storage/postgres/postgres-store.ts'
import { certificate } from '../../../_support/certificates.ts'
import { endWithProcess } from '../../../_support/end-with-process.ts'
import { eventually } from '../../../_support/eventually.ts'
import { findFreePort } from '../../../_support/free-port.ts'
import { postgresBinaries, startPostgres } from '../../../_support/postgres.ts'

const bouncer = '/usr/sbin/pgbouncer'
const withPostgres = postgresBinaries ? test.serial : notInstalled('PostgreSQL (Debian: postgresql)')
const withBouncer =
  postgresBinaries && existsSync(bouncer) ? test.serial : notInstalled('PgBouncer (Debian: pgbouncer)')

function notInstalled(what: string) {
  return (title: string) => test.skip(`${title}: ${what} is not installed`, () => {})
}

function makeFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pg-'))
  chmodSync(folder, 0o777)
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** Starts PgBouncer before a server. It does not run as root. Returns the URL of the database. */
async function startBouncer(t: ExecutionContext, serverPort: number, mode: string): Promise<string> {
  const [folder, port] = [makeFolder(t), await findFreePort()]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users'), '"sluice" "secret"\n')
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
`,
  )
  const isRoot = process.getuid?.() === 0
  const args = isRoot ? ['-u', 'postgres', file] : [file]
  const child = spawn(...endWithProcess(bouncer, args), { stdio: 'ignore', cwd: '/' })
  t.teardown(() => child.kill('SIGKILL'))
  return `postgres://sluice:secret@127.0.0.1:${port}/postgres`
}

withBouncer(
  'PgBouncer with pool_mode = session: state is written, and changes are noticed',
  async (t: ExecutionContext) => {
    const server = await startPostgres()
    t.teardown(server.close)
    const url = await startBouncer(t, server.port, 'session')
    const open = () => openPostgresStore({ url, watchIntervalMs: 600_000 })
    const first = await eventually(open)
    const { store: second } = await open()
    t.teardown(() => Promise.all([first?.store.close(), second.close()]))
    const changed = Promise.withResolvers<void>()
    second.watch('kind', changed.resolve)
    await first?.store.save('kind', 'key', 'value', { wakesWatchers: true })
    await changed.promise
    t.is((await second.find('kind', 'key'))?.value, 'value')
  },
)

withBouncer('PgBouncer with pool_mode = transaction is refused, with the remedy', async (t: ExecutionContext) => {
  const server = await startPostgres()
  t.teardown(server.close)
  const url = await startBouncer(t, server.port, 'transaction')
  const error = await eventually(async () => {
    const outcome = await openPostgresStore({ url }).then(
      ({ store }) => store.close().then(() => new Error('it was opened')),
      (each: StateStoreError) => each,
    )
    return outcome instanceof StateStoreError && outcome.code === 'unavailable' ? undefined : outcome
  })
  t.regex(error?.message ?? '', /^postgres:\/\/127\.0\.0\.1:\d+\/postgres: a pooler .* use pool_mode = session/)
})

withPostgres('TLS: sslmode=verify-full needs a certificate of the CA in sslrootcert', async (t: ExecutionContext) => {
  const folder = makeFolder(t)
  const authority = await certificate('CA')
  const { cert, key } = await certificate('database', authority)
  const files = { ca: authority.cert, cert, key, other: (await certificate('other')).cert }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.pem`), text, { mode: 0o600 })
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', join(folder, 'key.pem'), join(folder, 'cert.pem')])
  const paths = [`ssl_cert_file=${join(folder, 'cert.pem')}`, `ssl_key_file=${join(folder, 'key.pem')}`]
  const server = await startPostgres(['ssl=on', ...paths])
  t.teardown(server.close)
  const urlOf = (ca: string) => `${server.url}?sslmode=verify-full&sslrootcert=${join(folder, ca)}`
  const { store } = await openPostgresStore({ url: urlOf('ca.pem') })
  t.teardown(() => store.close())
  await store.save('kind', 'key', 'value')
  t.is((await store.find('kind', 'key'))?.value, 'value')
  const error = await t.throwsAsync(openPostgresStore({ url: urlOf('other.pem') }), { instanceOf: StateStoreError })
  t.regex(error.message, /certificate|self-signed|verify/)
  t.false(error.message.includes('secret'))
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { PostgresError } from '../../../../src/shared/lib/postgres/postgres-error.ts'
import { parsePostgresLocation } from '../../../../src/shared/lib/postgres/postgres-location.ts'

test('reads user, password, host, port and database', (t) => {
  t.deepEqual(parsePostgresLocation('postgres://al%40ice:p%2Fw@db.example:6432/sluice%20db'), {
    hosts: [{ host: 'db.example', port: 6432 }],
    database: 'sluice db',
    user: 'al@ice',
    password: 'p/w',
    tls: undefined,
    schema: 'sluice',
    name: 'postgres://db.example:6432/sluice db',
  })
})

test('reads several hosts, with IPv6 and the default port', (t) => {
  const { hosts, password, schema } = parsePostgresLocation('postgresql://u@a,[::1]:5433/db?schema=other_1')
  t.deepEqual(hosts, [
    { host: 'a', port: 5432 },
    { host: '::1', port: 5433 },
  ])
  t.is(password, undefined)
  t.is(schema, 'other_1')
})

test('reads the files of certificates', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'ca.pem')
  writeFileSync(file, 'PEM')
  const url = `postgres://u@h/db?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`
  t.deepEqual(parsePostgresLocation(url).tls, { rejectUnauthorized: true, ca: 'PEM' })
  t.deepEqual(parsePostgresLocation('postgres://u@h/db?sslmode=require').tls, { rejectUnauthorized: false })
})

for (const [url, text] of [
  ['postgres://u@h', /it needs a database/],
  ['postgres://h/db', /it needs a user/],
  ['postgres://u@h:99999/db', /HOST:PORT, found h:99999/],
  ['postgres://u@a,,b/db', /HOST:PORT, found $/],
  ['postgres://u@h/db?sslmode=prefer', /sslmode: found prefer; accepted are disable, require, verify-full/],
  ['postgres://u@h/db?sslrootcert=/x', /sslrootcert has no effect without sslmode/],
  ['postgres://u@h/db?sslmode=require&sslkey=/none.pem', /\/none\.pem cannot be read: there is no such file/],
  ['postgres://u@h/db?pool=5', /there is no parameter pool; accepted are sslmode/],
  ['postgres://u@h/db?schema=a;b', /schema: found a;b/],
  ['postgres://u:100%@h/db', /write % as %25/],
  ['postgres:u:hidden@h/db', /it has the form postgres:\/\/USER/],
] as const) {
  test(`rejects ${url}, without the password in the message`, (t) => {
    const error = t.throws(() => parsePostgresLocation(url), { instanceOf: PostgresError, message: text })
    t.is(error.code, 'refused')
    t.notRegex(error.message, /hidden|100%@/)
  })
}

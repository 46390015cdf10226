import test, { type TestFn } from 'ava'
import { openPostgresStore } from '../../../../src/shared/storage/postgres/postgres-store.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../../../_support/postgres.ts'
import { behavesAsStore } from '../conformance.ts'

let server: PostgresServer
let schemas = 0

if (postgresBinaries) {
  test.before(async () => {
    server = await startPostgres()
  })
  test.after.always(() => server?.close())

  behavesAsStore(test.serial as TestFn, async ({ clock }) => {
    const url = `${server.url}?schema=s${schemas++}`
    return (await openPostgresStore({ url, clock })).store
  })
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}

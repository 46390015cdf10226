/** Inserts live refresh tokens into the store of a gateway before its first start. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteStore } from '../../src/shared/storage/index.ts'

const daysMs = 86_400_000

export async function writeRefreshTokens(data: string, count: number): Promise<void> {
  const file = join(data, 'gateway.sqlite')
  const store = await openSqliteStore({ file, clock: Date.now }) // creates the tables
  await store.close()

  const database = new DatabaseSync(file)
  const insert = database.prepare('INSERT INTO entry (kind, key, value, expires_at, family) VALUES (?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  for (let made = 0; made < count; made += 1) {
    const chain = randomBytes(16).toString('base64url')
    const consent = { chain, clientId: 'bench', subject: `user-${made}`, grant: 'password', scopes: ['bench'] }
    const kind = 'oauth/acme/bench/oauth'
    insert.run(
      `${kind}:refresh-token`,
      randomBytes(32).toString('base64url'),
      JSON.stringify(consent),
      Date.now() + 30 * daysMs,
      `${kind}:chain:${chain}`,
    )
  }
  database.exec('COMMIT')
  database.close()
}

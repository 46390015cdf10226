/** The primary of a product responds, and is never busy for long, while an administrator does what the portal offers. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import type { ResourceKey } from '../../../src/gateway/parts/portal/rest/resources.ts'
import { addUser, openUsersInFile } from '../../../src/shared/registries/index.ts'
import { type BusyTurn, readBusyTurns } from '../../_support/busy-turns.ts'
import { getToken } from '../../_support/client.ts'
import type { Product } from '../../_support/product.ts'
import { requireSuccess } from '../../_support/require-success.ts'
import { Browser, password } from '../../gateway/parts/portal/_support/browser.ts'
import { runPortalActions } from './portal-actions.ts'

/** Five times what is promised, for slow machines; the processor time does not depend on their load. */
const maxBusyMs = 250

interface Options {
  /** The file of `optionsForBusyTurns`, with which the product was started. */
  busyTurns: string
  /** How large the text of a document becomes. */
  textBytes: number
}

/** Runs every action with documents of this size. Returns the resources that were called. */
export async function checkResponsivePrimary(
  t: ExecutionContext,
  product: Product,
  { busyTurns, textBytes }: Options,
): Promise<ReadonlySet<ResourceKey>> {
  const users = openUsersInFile({ file: join(product.data, 'users/portal-developers.json'), caseSensitive: false })
  await addUser(users, 'admin', password)
  const owner = new Browser(product.gateway, '/acme/sandbox/portal')
  await requireSuccess(owner.signIn('admin'))
  const { access_token: token } = await getToken(product.gateway)
  const rejected = await fetch(`${product.gateway}/acme/sandbox/customerdb/v1/nothing`)
  const requestId = String(rejected.headers.get('x-request-id'))

  const startedAt = Date.now()
  const watching = new AbortController()
  const statuses = new Set<number>()
  const watch = async () => {
    while (!watching.signal.aborted) {
      statuses.add((await fetch(`${product.management}/livez`)).status)
      await setTimeout(20)
    }
  }
  const watched = watch()
  const done = await runPortalActions(owner, { requestId, token, textBytes }).finally(() => watching.abort())
  await watched

  t.deepEqual([...statuses], [200])
  const isLong = ({ at, busyMs }: BusyTurn) => at > startedAt && busyMs > maxBusyMs
  t.deepEqual(readBusyTurns(busyTurns).filter(isLong), [])
  return done
}

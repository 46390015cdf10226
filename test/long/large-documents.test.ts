/** The largest documents that the portal accepts. `test/flows/portal.test.ts` has the same with smaller ones. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { optionsForBusyTurns } from '../_support/busy-turns.ts'
import { sharedProduct } from '../_support/shared-product.ts'
import { checkResponsivePrimary } from '../flows/_stories/responsive-primary.ts'

const busyTurns = join(tmpdir(), 'busy-turns')
const product = sharedProduct(test, { SLUICE_WORKERS: '2', NODE_OPTIONS: optionsForBusyTurns('sandbox', busyTurns) })

test('the primary responds during every action with documents of 4 MiB', async (t) => {
  t.timeout(300_000)
  await checkResponsivePrimary(t, product, { busyTurns, textBytes: 4 * 1024 * 1024 })
})

import test from 'ava'
import {
  createUnderFreeId,
  deriveId,
  listIds,
} from '../../../../../../src/gateway/parts/portal/pages/applications/application-id.ts'
import { RequestError } from '../../../../../../src/shared/ui/api/client.ts'

for (const [title, id] of [
  ['Web shop', 'web-shop'],
  ['  Bücher & Café (2026) ', 'bucher-cafe-2026'],
  ['...', 'application'],
  ['店', 'application'],
  ['shop_1.x', 'shop-1-x'],
  ['x'.repeat(100), 'x'.repeat(61)],
  [`${'x'.repeat(60)} y`, 'x'.repeat(60)],
] as const) {
  test(`the application "${title}" has the id ${id}`, (t) => {
    t.is(deriveId(title), id)
    t.true(listIds(id).every((each) => /^[A-Za-z0-9][\w.-]{0,63}$/.test(each)))
  })
}

test('an application is created under the first id that nobody has', async (t) => {
  const taken = ['shop', 'shop-2']
  const create = async (id: string) => {
    if (taken.includes(id)) throw new RequestError(409, 'taken')
    return id
  }
  t.is(await createUnderFreeId(listIds('shop'), create), 'shop-3')
  await t.throwsAsync(createUnderFreeId(['shop'], create), { message: 'taken' })
  await t.throwsAsync(
    createUnderFreeId(listIds('a'), async () => {
      throw new RequestError(403, 'too many')
    }),
    { message: 'too many' },
  )
})

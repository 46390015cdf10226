import test from 'ava'
import { openApiDescriptions } from '../../../../../src/gateway/parts/portal/host/api-descriptions.ts'
import { folderWith, valid } from '../../../config/_support/folder.ts'

test('an API is described once for each revision of the documents', async (t) => {
  const folder = await folderWith(t, {})
  const [file = ''] = Object.keys(valid).filter((each) => each.startsWith('apis/'))
  let revision = '1'
  const { describe } = openApiDescriptions({ folder, environment: {}, revision: () => revision })

  const first = await describe(file)
  t.truthy(first)
  t.is(await describe(file), first)
  revision = '2'
  const second = await describe(file)
  t.deepEqual(second, first)
  t.not(second, first)
})

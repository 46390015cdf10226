import test from 'ava'
import type { GatewayPart } from '../../../../../../src/gateway/part.ts'
import { openDocumentTasks } from '../../../../../../src/gateway/parts/portal/host/documents/document-tasks.ts'
import { temporaryFolder } from '../../../../../_support/product.ts'
import { gatewayParts } from '../../../../_support/tables.ts'

const request = {
  catalog: 'catalogs/main/catalog.yaml',
  provider: 'oauth',
  files: [{ path: 'pets.yaml', text: 'openapi: 3.0.0\n' }],
}

test('without the part that imports OpenAPI files, an import says so', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const importWith = (parts: readonly GatewayPart[]) =>
    openDocumentTasks({ folder, environment: {} }, parts)({ do: 'import', request })
  const refused = 'wrong_document'
  t.deepEqual(await importWith(gatewayParts.filter(({ name }) => name !== 'import')), {
    refused,
    detail: 'This gateway has no part that imports OpenAPI files.',
  })
  t.deepEqual(await importWith(gatewayParts), { refused, detail: `there is no catalog ${request.catalog}` })
})

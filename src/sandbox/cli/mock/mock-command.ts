/** `sluice mock`: serves a mock of an API from its OpenAPI file. */
import type { GatewayParts } from '../../../gateway/part.ts'
import { defineCommand, openApiFileOptions } from '../../../shared/cli/common/command.ts'
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { waitForSignal } from '../../../shared/cli/common/wait-for-signal.ts'
import { loadOpenApiImport } from './load-openapi-import.ts'

export const mockCommand = defineCommand({
  name: 'mock',
  summary: 'serve a mock of an API, with the examples of its OpenAPI file',
  words: 'FILE|URL',
  options: {
    port: { value: 'PORT', default: '3000', range: [0, 65_535], help: 'the port on 127.0.0.1; 0 takes a free one' },
    ...openApiFileOptions,
  },

  async run({ positionals: [location = ''], options, write }, { gatewayParts }: GatewayParts) {
    const [{ readOpenApi }, { describeOperations }, { startMock }] = await Promise.all([
      loadOpenApiImport('mock', gatewayParts),
      import('./describe-operations.ts'),
      import('../../demo/index.ts'),
    ])
    const document = await readOpenApi({ ...options, location })
    const operations = await describeOperations(document, location)
    const mock = await startMock(operations, options.port, write)
    const names = Object.keys(operations)
    write(
      `mock ready at ${mock.url} with ${pluralize(names.length, 'operation')}. A request chooses a response with Prefer: code=404\n`,
    )
    for (const name of names) write(`  ${name}\n`)
    write('Ctrl-C ends it.\n')
    await waitForSignal()
    await mock.close()
    return 0
  },
})

import test from 'ava'
import { demoCommand } from '../../../../src/sandbox/cli/demo/demo-command.ts'
import { mockCommand } from '../../../../src/sandbox/cli/mock/mock-command.ts'
import { parseArguments, UsageError } from '../../../../src/shared/cli/common/index.ts'

test('demo and mock say that a gateway without the part cannot read an OpenAPI file', async (t) => {
  for (const command of [demoCommand, mockCommand]) {
    const args = parseArguments(command, ['pets.yaml'], () => t.fail())
    await t.throwsAsync(() => command.run(args, { gatewayParts: [] }), {
      instanceOf: UsageError,
      message: `sluice ${command.name} reads an OpenAPI file, and this gateway has no part that does`,
    })
  }
})

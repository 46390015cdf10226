import { createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { sluice, temporaryFolder } from '../_support/product.ts'

/** A server whose port is taken ends with a status, an error that names the port, and without children. */
for (const [command, variable] of [
  ['sandbox', 'SLUICE_MQWEB_PORT'],
  ['sandbox', 'SLUICE_CUSTOMERS_PORT'],
  ['sandbox', 'SLUICE_ADMIN_PORT'],
  ['start', 'SLUICE_PORT'],
  ['mqweb', 'SLUICE_MQWEB_PORT'],
] as const) {
  test.serial(`sluice ${command} ends with status 1 when ${variable} is taken`, async (t) => {
    const [data, remove] = await temporaryFolder()
    t.teardown(remove)
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    t.teardown(() => other.close())
    const { port } = other.address() as { port: number }

    // Settles when every process that holds its output has ended.
    const { status, output, errors } = await sluice([command], data, { [variable]: String(port) })
    t.is(status, 1)
    t.is(output, '')
    t.regex(
      errors,
      new RegExp(`port ${port} on .* is taken by another process: end it, or set another port in ${variable}`),
    )
  })
}

test.serial('sluice start ends with status 1 when another gateway uses its data folder', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const other = createServer().listen(join(data, 'gateway.sock'))
  await new Promise((resolve) => other.once('listening', resolve))
  t.teardown(() => other.close())

  const { status, errors } = await sluice(['start'], data, { SLUICE_PORT: '0', SLUICE_ADMIN_PORT: '0' })
  t.is(status, 1)
  t.true(errors.includes(`another gateway uses the data folder ${data}`), errors)
})

for (const [variable, other] of [
  ['SLUICE_MQWEB_PORT', 'SLUICE_CUSTOMERS_PORT'],
  ['SLUICE_AUTH_PORT', 'SLUICE_ADMIN_PORT'],
] as const)
  test.serial(`the sandbox says that ${variable} and ${other} are one port`, async (t) => {
    const [data, remove] = await temporaryFolder()
    t.teardown(remove)
    const { status, errors } = await sluice(['sandbox'], data, { [variable]: '18099', [other]: '18099' })
    t.is(status, 1)
    t.regex(errors, new RegExp(`${variable}|${other}`))
    t.notRegex(errors, /another process/)
  })

import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { sluice, startGateway, temporaryFolder } from '../_support/product.ts'

test('the documents of "sluice init" protect an API that runs', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const upstream = createServer((request, response) => response.end(`upstream ${request.url}`))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  t.teardown(() => upstream.close())
  const backend = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`

  const documents = join(folder, 'my-gateway')
  const data = join(documents, 'data')
  const init = await sluice(['init', documents, '--backend', backend, '--api', 'pets', '--yes'], data)
  t.is(init.status, 0, init.errors)
  const texts = await Promise.all(
    globSync('**/*.yaml', { cwd: documents }).map((file) => readFile(join(documents, file), 'utf8')),
  )
  t.regex(texts.join('\n'), /\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

  const gateway = await startGateway(data, { SLUICE_CONFIG: documents })
  t.teardown(gateway.stop)
  const origin = gateway.url
  const shown = (name: string) => new RegExp(`${name}=(\\S+)`).exec(init.output)?.[1] as string
  const form = new URLSearchParams()
  for (const name of ['client_id', 'client_secret', 'username', 'password', 'scope']) form.set(name, shown(name))
  form.set('grant_type', 'password')
  const response = await fetch(`${origin}/example/main/login/oauth2/token`, { method: 'POST', body: form })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const call = (headers: Record<string, string>) => fetch(`${origin}/example/main/pets/v1/pets`, { headers })
  const allowed = await call({ authorization: `Bearer ${token}` })
  t.deepEqual([allowed.status, await allowed.text()], [200, 'upstream /pets'])
  t.is((await call({})).status, 401)
})

test('"sluice start" in a folder without documents names "sluice init"', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const { status, output, errors } = await sluice(['start'], join(folder, 'data'), {
    SLUICE_CONFIG: folder,
    SLUICE_PORT: '0',
    SLUICE_ADMIN_PORT: '0',
  })
  t.is(status, 1)
  t.regex(`${output}${errors}`, /it holds OpenAPI documents; .{0,2}sluice init.{0,2} makes one/)
})

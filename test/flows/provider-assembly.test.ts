/** The assembly of a provider, in the running product: every grant passes it, and a revision changes it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import { sluice, startGateway, temporaryFolder } from '../_support/product.ts'

const steps = `  api:
    x-ibm-configuration:
      gateway: datapower-api-gateway
      assembly:
        execute:
          - oauth: { title: oauth-auto-generated-1, supported-oauth-components: [OAuthValidateRequest] }
          - gatewayscript:
              title: decide
              source: |
                if (context.get('request.parameters.channel')) context.reject('access_denied', 'This channel is closed')
                else context.set('oauth.processing.scope', context.get('oauth.processing.scope') + ' seen')
          - oauth: { title: oauth-auto-generated-3, supported-oauth-components: [OAuthGenerateAccessToken] }
`

test('the steps that a provider adds decide about each token', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const documents = join(folder, 'documents')
  const data = join(documents, 'data')
  await mkdir(dirname(documents), { recursive: true })
  const init = await sluice(['init', documents, '--backend', 'http://127.0.0.1:9', '--api', 'pets', '--yes'], data)
  t.is(init.status, 0, init.errors)
  const file = join(documents, 'providers/login.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replace('native_provider:\n', `native_provider:\n${steps}`))
  const gateway = await startGateway(data, { SLUICE_CONFIG: documents })
  t.teardown(gateway.stop)

  const shown = (name: string) => new RegExp(`${name}=(\\S+)`).exec(init.output)?.[1] as string
  async function ask(more: Record<string, string>) {
    const form = new URLSearchParams({ grant_type: 'password', ...more })
    for (const name of ['client_id', 'client_secret', 'username', 'password', 'scope']) form.set(name, shown(name))
    const response = await fetch(`${gateway.url}/example/main/login/oauth2/token`, { method: 'POST', body: form })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }

  const allowed = await ask({})
  t.is(allowed.status, 200, JSON.stringify(allowed.body))
  t.true(allowed.body.scope?.endsWith(' seen'), allowed.body.scope)
  const { status, body } = await ask({ channel: 'fax' })
  t.deepEqual([status, body.error, body.error_description], [403, 'access_denied', 'This channel is closed'])
})

/** Assemblies that documents add to an OAuth provider. */

import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { loadConfig, renderProblem } from '../../../../src/gateway/config/index.ts'
import { typeTables } from '../../_support/tables.ts'
import { folderWith, valid } from '../../config/_support/folder.ts'
import { findProblemLines, serve } from '../../data-plane/_support/loaded.ts'

const provider = (execute: string, more = '') => ({
  'providers/oauth.yaml': `${valid['providers/oauth.yaml']}  api:
    x-ibm-configuration:
      properties: { blocked: { value: 'app-id' } }
      assembly:
        execute:
          - oauth: { title: oauth-auto-generated-1, supported-oauth-components: [OAuthValidateRequest] }
          - switch:
              title: oauth-auto-generated-switch
              case:
                - condition: ($operationPath() = '/oauth2/token')
                  execute:
                    - user-security: { title: user-security-auto-generated-password, user-registry: users }
${execute.replaceAll(/^/gm, '                    ')}
                    - oauth: { title: oauth-auto-generated-3, supported-oauth-components: [OAuthGenerateAccessToken] }
                - otherwise: [{ oauth: { title: oauth-auto-generated-4 } }]
${more.replaceAll(/^/gm, '        ')}
`,
})

const request = {
  requestId: 'r1',
  clientId: 'app-id',
  subject: 'alice',
  grant: 'password',
  scopes: ['customer'],
  parameters: { scope: 'customer', channel: 'shop' },
}

async function decide(t: ExecutionContext, execute: string, more?: string) {
  const gateway = await serve(t, provider(execute, more))
  const message = new IncomingMessage(new Socket())
  message.headers = { 'x-tenant': 'blue' }
  return gateway.decideToken('/acme/sandbox', 'oauth', { ...request, request: message })
}

test('a script reads the request and changes the scopes and the metadata', async (t) => {
  const result = await decide(
    t,
    `- gatewayscript:
    source: |
      const { scope } = context.get('oauth.processing')
      context.set('oauth.processing.scope', scope + ' ' + context.get('request.parameters.channel').values[0])
      context.set('oauth.processing.metadata.payload', context.get('request.headers.x-tenant') + ' ' + context.get('client.app.id'))
- set-variable: { actions: [{ set: oauth.processing.metadata.access_token, value: 'for $(oauth.processing.resource_owner) by $(oauth.processing.grant_type)' }] }`,
  )
  t.deepEqual(result, {
    scopes: 'customer shop',
    metadata: 'blue app-id',
    accessTokenMetadata: 'for alice by password',
  })
})

test('an assembly that changes nothing leaves the token as it is', async (t) => {
  const result = await decide(t, "- gatewayscript: { source: 'console.debug(1)' }")
  t.deepEqual(result, { scopes: undefined, metadata: undefined, accessTokenMetadata: undefined })
})

for (const [title, execute, more, rejection] of [
  [
    'a condition and throw',
    "- if: { condition: client.app.id = '$(blocked)', execute: [{ throw: { name: access_denied, message: blocked, error-status-code: 403 } }] }",
    '',
    { status: 403, name: 'access_denied', text: 'blocked' },
  ],
  [
    'a script that rejects',
    `- gatewayscript: { source: "context.message.statusCode = '401 No'; context.set('oauth.custom_error.description', 'Not you'); context.reject('invalid_grant', 'no')" }`,
    '',
    { status: 401, name: 'invalid_grant', text: 'Not you' },
  ],
  ['a script that fails', '- gatewayscript: { source: missing() }', '', { status: 500, name: 'JavaScriptError' }],
  [
    'a clause of catch',
    '- throw: { name: Early, error-status-code: 400 }',
    'catch: [{ errors: [Early], execute: [{ set-variable: { actions: [{ set: message.status.code, value: 429 }] } }] }]',
    { status: 429, name: 'Early' },
  ],
] as const) {
  test(`a token is rejected by ${title}`, async (t) => {
    const result = await decide(t, execute, more)
    t.like('rejection' in result ? result.rejection : {}, rejection)
  })
}

test('a clause of catch may let the token pass', async (t) => {
  const clause =
    'catch: [{ errors: [Early], execute: [{ set-variable: { actions: [{ set: message.status.code, value: 200 }] } }] }]'
  t.false('rejection' in (await decide(t, '- throw: { name: Early, error-status-code: 400 }', clause)))
})

test('what cannot work in the assembly is a problem of the document', async (t) => {
  const [problem, ...others] = await findProblemLines(t, provider("- gatewayscript: { source: 'let = (' }"))
  t.regex(problem ?? '', /providers\/oauth\.yaml:\d+:\d+ the script cannot be compiled/)
  t.deepEqual(others, [])
})

test('the generated assembly alone is no assembly', async (t) => {
  const files = provider('- set-variable: { title: x-ibm-oauth-oidc-auto-generated-set-variable, actions: [] }')
  const { config, problems } = await loadConfig(await folderWith(t, files), typeTables, {})
  t.deepEqual(problems.map(renderProblem), [])
  t.is(config?.catalogs[0]?.providers.get('oauth')?.assembly, undefined)
})

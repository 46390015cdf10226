import test from 'ava'
import { readSettings } from '../../../../src/mq/web/settings/read.ts'
import { MqwebSettingsError } from '../../../../src/mq/web/settings/settings.ts'

const options = { file: 'mqwebuser.xml', folder: '/', environment: {} }
const url = 'discoveryEndpointUrl="https://idp.example/realm/.well-known/openid-configuration"'

function read(attributes: string, more = '') {
  return readSettings(`<server><openidConnectClient ${attributes}/>${more}</server>`, options)
}

test('the issuer is that of the metadata, and the rest has defaults', (t) => {
  const { settings, warnings } = read(`id="corporate" clientId="mq" ${url}`)
  t.deepEqual(warnings, [])
  t.true(settings.security.enabled)
  t.deepEqual(settings.security.provider, {
    realm: 'corporate',
    title: 'corporate',
    issuer: 'https://idp.example/realm',
    clientId: 'mq',
    clientSecret: undefined,
    isSecretInForm: true,
    scope: 'openid profile',
    readsUserinfo: false,
    userClaim: 'sub',
    groupClaim: 'groupIds',
    origin: undefined,
  })
})

for (const [title, attributes, message] of [
  ['no client id', `id="a" ${url}`, /needs the attribute "clientId"/],
  ['no URL', 'id="a" clientId="b"', /discoveryEndpointUrl must be https/],
  ['a URL without TLS', 'id="a" clientId="b" issuerIdentifier="http://idp.example"', /must be https/],
  ['a scope without openid', `id="a" clientId="b" scope="profile" ${url}`, /scope must have openid/],
  ['a secret that cannot be read', `id="a" clientId="b" clientSecret="{hash}AA==" ${url}`, /clientSecret: /],
  [
    'an origin with a path',
    `id="a" clientId="b" redirectToRPHostAndPort="https://h/x" ${url}`,
    /must be https:\/\/HOST:PORT/,
  ],
] as const) {
  test(`rejects ${title}`, (t) => {
    const error = t.throws(() => read(attributes), { instanceOf: MqwebSettingsError })
    t.regex(String(error?.message), message)
  })
}

test('rejects a second provider, and warns of roles in a realm that is none', (t) => {
  const one = `id="a" clientId="b" ${url}`
  t.throws(() => read(one, `<openidConnectClient ${one}/>`), { message: /only one <openidConnectClient>/ })
  const role = '<security-role name="MQWebUser"><group name="g" realm="z"/></security-role>'
  const app = `<enterpriseApplication id="com.ibm.mq.console"><application-bnd>${role}</application-bnd></enterpriseApplication>`
  t.regex(read(one, app).warnings.join(), /realm "z", but the registry has "a"/)
})

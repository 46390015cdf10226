import test from 'ava'
import { changed, loadValid, problemsOf } from '../../_support/folder.ts'

const withAssembly = (lines: string) =>
  changed(
    'providers/oauth.yaml',
    '  user_registry: users\n',
    `  user_registry: users\n  api:\n    x-ibm-configuration:\n      type: oauth\n      assembly:\n${lines.replaceAll(/^/gm, '        ')}\n`,
  )

test('the assembly that the product generates for a provider is accepted', async (t) => {
  const lines = `execute:
  - oauth: { title: oauth-auto-generated-1 }
  - switch:
      case:
        - condition: ($operationPath() = '/oauth2/token')
          execute:
            - user-security: { title: user-security-auto-generated }
            - oauth: {}
        - otherwise: [{ oauth: {} }]
catch: []`
  t.deepEqual(await problemsOf(t, withAssembly(lines)), [])
})

for (const [member, step] of [
  ['user-security.extract-identity-method', '{ user-security: { extract-identity-method: redirect } }'],
  ['user-security.extract-identity-method', '{ user-security: { extract-identity-method: basic } }'],
  ['user-security.user-az-method', '{ user-security: { user-az-method: authenticated } }'],
  ['user-security.az-custom-form', '{ user-security: { az-custom-form: "https://pages.example" } }'],
  ['jwt-generate.jws-alg', '{ jwt-generate: { title: x-ibm-oauth-oidc-auto-generated-jwt-generate, jws-alg: HS256 } }'],
] as const) {
  test(`a generated step that the provider does in another way is a warning: ${step}`, async (t) => {
    const files = withAssembly(`execute: [{ switch: { case: [{ otherwise: [${step}] }] } }]`)
    const place = 'providers/oauth.yaml'
    const text = String(files[place]).replace('grants: [', 'grants: [access_code, ')
    const problems = await problemsOf(t, { ...files, [place]: text })
    t.is(problems.length, 1)
    t.true(problems[0]?.includes(`warning: native_provider.api.x-ibm-configuration.assembly.execute[0]`), problems[0])
    t.true(problems[0]?.includes(`${member} has no effect: `), problems[0])
  })
}

for (const place of ['issued', 'password']) {
  test(`the credentials of the step "${place}" are not those of the authorization endpoint: no warning`, async (t) => {
    const settings = `{ title: user-security-auto-generated-${place}, extract-identity-method: basic, user-az-method: authenticated }`
    const files = withAssembly(`execute: [{ user-security: ${settings} }]`)
    const at = 'providers/oauth.yaml'
    const text = String(files[at]).replace('grants: [', 'grants: [access_code, ')
    t.deepEqual(await problemsOf(t, { ...files, [at]: text }), [])
  })
}

for (const [title, lines, list] of [
  ['at the top', 'execute:\n  - oauth: {}\n  - set-variable: { title: own, actions: [] }', 'execute'],
  ['in a clause', 'catch:\n  - { errors: [a], execute: [{ set-variable: { actions: [] } }] }', 'catch'],
  ['at the end', 'finally: [{ set-variable: { actions: [] } }, { oauth: {} }]', 'finally'],
] as const) {
  test(`a step added to the assembly of a provider is one of its own: ${title}`, async (t) => {
    const { catalogs } = await loadValid(t, withAssembly(lines))
    const assembly = catalogs[0]?.providers.get('oauth')?.assembly
    t.is(assembly?.[list].length, 1)
    t.is([...(assembly?.execute ?? []), ...(assembly?.catch ?? []), ...(assembly?.finally ?? [])].length, 1)
  })
}

test('an added step that is no policy here is a warning', async (t) => {
  const problems = await problemsOf(t, withAssembly('execute: [{ oauth: {} }, { our-own: {} }]'))
  t.is(problems.length, 1)
  t.regex(problems[0] ?? '', /warning: .*\.assembly\.execute\[1\] is not a supported policy: "our-own".* status 500$/)
})

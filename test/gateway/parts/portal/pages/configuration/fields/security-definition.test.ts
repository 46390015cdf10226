import test from 'ava'
import { editYaml, readYaml } from '../../../../../../../src/gateway/lib/yaml/edit-yaml.ts'
import {
  editDefinition,
  readDefinition,
} from '../../../../../../../src/gateway/parts/portal/pages/configuration/fields/security-definition.ts'

const api = `swagger: "2.0"
securityDefinitions:
  oauth-1:
    type: oauth2
    flow: password
    x-ibm-oauth-provider: oauth
    scopes: {}
security:
  - oauth-1: []
`
const ofCentral = api.replace('provider: oauth\n', 'provider: oauth\n    x-ibm-oauth-catalog: central\n')

/** Returns the text after the catalog of its definition was chosen. */
function choose(text: string, catalog: string): string {
  const value = readYaml(text)
  const before = readDefinition(value, 'oauth-1')
  return editYaml(text, editDefinition(value, before, { ...before, catalog }, {}))
}

test('the catalog that is chosen for a provider is written into its definition, and read from it', (t) => {
  const text = choose(api, 'central')
  t.is(readDefinition(readYaml(text), 'oauth-1').catalog, 'central')
  t.like(readYaml(text), { securityDefinitions: { 'oauth-1': { 'x-ibm-oauth-catalog': 'central' } } })
})

test('the catalog of the API needs no member', (t) => {
  t.deepEqual(readYaml(choose(ofCentral, '')), readYaml(api))
  t.is(choose(api, ''), api)
})

test('a new definition names the catalog', (t) => {
  const value = readYaml(api)
  const before = readDefinition(value, '')
  const after = { ...before, key: 'oauth-2', provider: 'oauth', catalog: 'central' }
  t.like(readYaml(editYaml(api, editDefinition(value, before, after, {}))), {
    securityDefinitions: { 'oauth-2': { 'x-ibm-oauth-provider': 'oauth', 'x-ibm-oauth-catalog': 'central' } },
  })
})

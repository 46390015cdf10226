import test from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { renderClientMetadata } from '../../../../src/gateway/oauth/engine/client-metadata.ts'
import { grantTypes } from '../../../../src/gateway/oauth/request/grant-types.ts'
import { application, settings } from '../_support/documents.ts'

const web = 'https://shop.example/callback'
const loopback = 'http://127.0.0.1/callback'
const own = 'com.example.shop:/callback'

for (const [clientType, redirectEndpoints, type, kept] of [
  ['confidential', [web, own], 'web', [web]],
  ['confidential', [own, web, loopback], 'web', [web, loopback]],
  ['confidential', [loopback, own], 'native', [loopback, own]],
  ['confidential', [web], 'web', [web]],
  ['public', [web, own], 'native', [web, own]],
  ['public', [web, loopback], 'web', [web, loopback]],
] as const) {
  test(`a ${clientType} client with ${redirectEndpoints.join(' and ')} is ${type}`, (t) => {
    const applications = [application('shop', { clientType, redirectEndpoints: [...redirectEndpoints] })]
    const client = openConsumers({ applications, products: [] }).find('shop')
    const grants = grantTypes.filter((each) => each.type === 'authorization_code')
    const metadata = client && renderClientMetadata(client, { grants, settings }, 'secret')
    t.like(metadata, { application_type: type, redirect_uris: [...kept] })
  })
}

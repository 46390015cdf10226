import test from 'ava'
import { parse } from 'yaml'
import { applicationKind } from '../../../../../src/gateway/config/documents/application/application.ts'
import { renderApplication, setApplicationSettings } from '../../../../../src/gateway/config/edit/application-text.ts'
import type { TypeTables } from '../../../../../src/gateway/config/types/index.ts'
import {
  ApplicationView,
  ChangeApplicationRequest,
  CreateApplicationRequest,
} from '../../../../../src/gateway/parts/portal/rest/applications.ts'

const settings = Object.keys(ChangeApplicationRequest.properties)
const { properties: members } = applicationKind.schema({} as TypeTables) as unknown as { properties: object }
const known = new Set(Object.keys(members))

test('every setting of an application can be given at its creation, and is shown', (t) => {
  for (const setting of settings) {
    t.true(setting in CreateApplicationRequest.properties, setting)
    t.true(setting in ApplicationView.properties, setting)
  }
})

test('every setting of an application is written as a member that its document may have', (t) => {
  const created = renderApplication({
    name: 'shop',
    clientType: 'public',
    clientId: 'id',
    secretHash: undefined,
    settings: Object.fromEntries(settings.map((setting) => [setting, ['given']])),
    subscriptions: [],
  })
  t.deepEqual(
    Object.keys(parse(created)).filter((member) => !known.has(member)),
    [],
  )
  for (const setting of settings) {
    const changed = parse(setApplicationSettings('name: shop\n', { [setting]: ['given'] }))
    const [, member = ''] = Object.keys(changed)
    t.true(known.has(member), member)
    t.deepEqual(parse(setApplicationSettings(created, { [setting]: null }))[member], undefined)
  }
})

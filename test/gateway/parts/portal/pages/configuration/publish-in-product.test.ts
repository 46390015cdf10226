import test from 'ava'
import { readYaml } from '../../../../../../src/gateway/lib/yaml/edit-yaml.ts'
import {
  addApisToProduct,
  readApiName,
} from '../../../../../../src/gateway/parts/portal/pages/configuration/create/publish-in-product.ts'

const text = `# sold here
product: 1.0.0
info: { name: shop, version: 1.0.0 }
apis:
  old: { name: "old:1.0.0" }
plans:
  all: { title: All }
  some: { apis: { old: {} } }
`

test('an API is added to a product, and to the plans that list their APIs', (t) => {
  const changed = addApisToProduct(text, [{ name: 'pets', version: '2.0.0' }])
  t.regex(changed, /^# sold here\n/)
  t.like(readYaml(changed), {
    apis: { old: { name: 'old:1.0.0' }, pets: { name: 'pets:2.0.0' } },
    plans: { all: { title: 'All' }, some: { apis: { old: {}, pets: {} } } },
  })
  t.is(addApisToProduct(text, []), text)
})

test('the name of an API is the one by which products name it', (t) => {
  const document = 'openapi: 3.0.0\ninfo: { title: Pets, x-ibm-name: pets, version: 2.0.0 }\n'
  t.deepEqual(readApiName(document), { name: 'pets', version: '2.0.0' })
})

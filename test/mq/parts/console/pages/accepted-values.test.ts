import test from 'ava'
import { describeAcceptedValues } from '../../../src/console/app/attributes/accepted-values.ts'
import { objectDefinitions } from '../../../src/qm/index.ts'

const descriptions = new Set(
  Object.values(objectDefinitions).flatMap((table) => table.attributes.map(({ value }) => value.description)),
)

test('what the server says about values is the same in English', (t) => {
  t.true(descriptions.size > 20)
  t.deepEqual(
    [...descriptions].filter((each) => describeAcceptedValues(each) !== each),
    [],
  )
})

import test from 'ava'
import { objectDefinitions } from '../../../../../src/mq/manager/index.ts'
import { describeAcceptedValues } from '../../../../../src/mq/parts/console/pages/attributes/accepted-values.ts'

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

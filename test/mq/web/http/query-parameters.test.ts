import test from 'ava'
import type { RestContext } from '../../../../src/mq/web/context/rest-context.ts'
import {
  parseFlagParameter,
  parseIntegerParameter,
  parseQueryParameters,
} from '../../../../src/mq/web/http/query-parameters.ts'

const names = ['attributes', 'limit', 'force'] as const
const parse = (search: string) => parseQueryParameters({ search } as RestContext, names)

for (const [search, parameters] of [
  ['', {}],
  ['limit=5', { limit: '5' }],
  ['force', { force: '' }],
  ['force=&limit=5&attributes=a%2Cb', { force: '', limit: '5', attributes: 'a,b' }],
] as const) {
  test(`the query ${JSON.stringify(search)} has the parameters ${JSON.stringify(parameters)}`, (t) => {
    t.deepEqual({ ...parse(search) }, parameters)
  })
}

for (const [search, text] of [
  ['limt=5', /'limt' is not valid for this resource.*limit/],
  ['other=5', /'other' is not valid for this resource\.$/],
  ['Limit=5', /'Limit' is not valid/],
  ['limit=5&limit=5', /'limit' is not valid for this resource: it was given twice\.$/],
  ['force&force', /'force' is not valid for this resource: it was given twice\.$/],
] as const) {
  test(`rejects the query ${search}`, (t) => {
    t.throws(() => parse(search), { message: text })
  })
}

const range = { min: 1, max: 10 }

for (const [value, number] of [
  [undefined, undefined],
  ['1', 1],
  ['10', 10],
  ['0000000005', 5],
] as const) {
  test(`${value} is a number from 1 to 10, or missing`, (t) => {
    t.is(parseIntegerParameter('limit', value, range), number)
  })
}

for (const value of ['', '0', '11', '1.5', '-1', '5x', ' 5', '0x5', '00000000005', '1e0']) {
  test(`${JSON.stringify(value)} is no number from 1 to 10`, (t) => {
    t.throws(() => parseIntegerParameter('limit', value, range), {
      message: `MQWB0013E: The value '${value}' of the query parameter 'limit' is not valid: it must be a whole number from 1 to 10.`,
    })
  })
}

test('a flag is present without a value', (t) => {
  t.false(parseFlagParameter('force', undefined))
  t.true(parseFlagParameter('force', ''))
  t.throws(() => parseFlagParameter('force', 'true'), {
    message: `MQWB0013E: The value 'true' of the query parameter 'force' is not valid: it is a flag and takes no value.`,
  })
})

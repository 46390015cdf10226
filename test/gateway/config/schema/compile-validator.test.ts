import test from 'ava'
import { compileValidator } from '../../../../src/gateway/config/schema/compile-validator.ts'

test('a validator that is compiled again checks, fills in defaults and lists all violations alike', (t) => {
  const schema = {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string', format: 'web-address' }, size: { type: 'integer', default: 7 } },
  }
  const results = [1, 2].map(() => {
    const validate = compileValidator(schema)
    const value = { url: 'https://example.com' }
    t.true(validate(value))
    t.deepEqual(value as object, { url: 'https://example.com', size: 7 })
    t.false(validate({ url: 'ftp://example.com', size: 'big' }))
    return validate.errors?.map(({ keyword, instancePath, data, parentSchema }) => ({
      keyword,
      instancePath,
      data,
      parentSchema,
    }))
  })
  const { url, size } = schema.properties
  t.deepEqual(results[0], [
    { keyword: 'format', instancePath: '/url', data: 'ftp://example.com', parentSchema: url },
    { keyword: 'type', instancePath: '/size', data: 'big', parentSchema: size },
  ])
  t.deepEqual(results[1], results[0])
})

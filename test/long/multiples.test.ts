/** Every multiple of the divisors, of which `npm test` looks at a part. */
import test from 'ava'
import { openSchemaChecks } from '../../src/gateway/parts/validation/contract/schema-checks.ts'
import { multiplesAreExact } from '../gateway/parts/validation/contract/_multiples.ts'

const location = { file: 'apis/shop.yaml', line: 1, column: 1 }

multiplesAreExact(test, (schema) => openSchemaChecks({ schemas: [{ schema, location }] }, true)(0), 1)

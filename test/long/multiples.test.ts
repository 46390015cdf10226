/** Every multiple of the divisors, and more random schemas: `npm test` looks at a part of them. */
import { randomInt } from 'node:crypto'
import test from 'ava'
import { openSchemaChecks } from '../../src/gateway/parts/validation/contract/schema-checks.ts'
import { multiplesAreExact } from '../gateway/parts/validation/contract/_multiples.ts'
import { agreesWithLibrary } from '../gateway/parts/validation/contract/_random-schemas.ts'

const location = { file: 'apis/shop.yaml', line: 1, column: 1 }

const check = (schema: object) => openSchemaChecks({ schemas: [{ schema, location }] }, true)(0)

multiplesAreExact(test, check, 1)
agreesWithLibrary(test, check, { seed: randomInt(2 ** 31), rounds: 150 })

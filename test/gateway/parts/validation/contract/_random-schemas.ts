/** Random schemas and values: checks give the same results as the library that they are made with. */
import { createRequire } from 'node:module'
import type { TestFn } from 'ava'
import type { SchemaCheck } from '../../../../../src/gateway/parts/validation/contract/schema-checks.ts'
import { createRandom } from '../../../../_support/random.ts'

/** Declares the test, with twelve values for each of `rounds` schemas. */
export function agreesWithLibrary(
  test: TestFn,
  check: (schema: object) => SchemaCheck,
  { seed, rounds }: { seed: number; rounds: number },
): void {
  test('random schemas and values have the same result as with the library alone', (t) => {
    const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
    const random = createRandom(seed)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    const value = (depth: number): unknown =>
      depth === 0 || random() < 0.4
        ? pick([1, 2, 0.5, -3, 'a', 'for(', 'function validate1(){', '', true, null])
        : random() < 0.5
          ? Array.from({ length: Math.floor(random() * 4) }, () => value(depth - 1))
          : Object.fromEntries(
              Array.from({ length: Math.floor(random() * 3) }, () => [pick(['a', 'b', 'for(x){']), value(depth - 1)]),
            )
    const schema = (depth: number): object => {
      const inner = () => schema(depth - 1)
      const simple = [
        () => ({ type: pick(['object', 'array', 'string', 'number', ['integer', 'null']]) }),
        () => ({ enum: [value(2), value(1), 'for(;;){'] }),
        () => ({ const: value(2) }),
        () => ({ uniqueItems: true }),
        () => ({ multipleOf: pick([1, 0.5, 2]) }),
        () => ({ required: [pick(['a', 'b', 'for(x){'])] }),
      ]
      if (depth === 0) return pick(simple)()
      const others: (() => object)[] = [
        () => ({ properties: { a: inner(), 'for(x){': inner() }, additionalProperties: pick([inner(), false]) }),
        () => ({ items: inner() }),
        () => ({ oneOf: [inner(), inner()] }),
        () => ({ anyOf: [inner(), inner()] }),
        () => ({ allOf: [inner(), inner()], not: inner() }),
        () => ({ contains: inner(), propertyNames: { pattern: 'f?or\\(|[ab]' } }),
      ]
      return pick([...simple, ...others])()
    }
    let invalid = 0
    for (let round = 0; round < rounds; round += 1) {
      const drawn = schema(3)
      const reference = new Ajv2020({ strict: false, logger: false }).compile(drawn)
      const own = check(drawn)
      for (let count = 0; count < 12; count += 1) {
        const body = value(3)
        const isValid = reference(body)
        if (!isValid) invalid += 1
        if ((own(body, 'v') === undefined) !== isValid)
          t.fail(`seed ${seed}: ${JSON.stringify(drawn)} and ${JSON.stringify(body)}`)
      }
    }
    t.true(invalid > rounds / 3, `seed ${seed}`)
  })
}

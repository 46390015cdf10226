import { readFileSync } from 'node:fs'
import test from 'ava'
import {
  type PropertyName,
  parseProperty,
  propertyNames,
  propertyTable,
} from '../../../../src/mq/web/settings/properties.ts'

const documentation = readFileSync('docs/mqwebuser.md', 'utf8')

for (const name of propertyNames) {
  test(`${name} is documented, and its default is a value that it takes`, (t) => {
    t.true(documentation.includes(`\`${name}\``))
    t.notThrows(() => parseProperty(name, propertyTable[name].default))
  })
}

for (const [name, value, parsed] of [
  ['httpPort', '-1', -1],
  ['secureLtpa', 'false', false],
  ['mqRestMessagingFullPoolBehavior', 'block', 'block'],
  ['httpHost', '*', '*'],
] as const) {
  test(`reads ${name} from "${value}"`, (t) => {
    t.is(parseProperty(name, value), parsed)
  })
}

for (const [name, value, message] of [
  ['httpPort', '-2', 'httpPort must be a whole number from -1 to 65535, found "-2"'],
  ['httpPort', '1e3', 'httpPort must be a whole number from -1 to 65535, found "1e3"'],
  ['secureLtpa', 'TRUE', 'secureLtpa must be true or false, found "TRUE"'],
  [
    'mqRestMessagingFullPoolBehavior',
    'wait',
    'mqRestMessagingFullPoolBehavior must be one of overflow, error, block, found "wait"',
  ],
] as const satisfies readonly (readonly [PropertyName, string, string])[]) {
  test(`refuses ${name} as "${value}"`, (t) => {
    t.throws(() => parseProperty(name, value), { message })
  })
}

import test from 'ava'
import { parseUserProperties, renderUserProperties } from '../../../../src/mq/web/messaging/user-properties.ts'

test('reads properties with their types', (t) => {
  t.deepEqual(
    parseUserProperties(
      'color; "green"; string, count;3;integer,sure;TRUE;boolean, big;9007199254740993;long,x;-1.5;double',
    ),
    {
      color: { type: 'string', value: 'green' },
      count: { type: 'integer', value: 3 },
      sure: { type: 'boolean', value: true },
      big: { type: 'long', value: 9007199254740993n },
      x: { type: 'double', value: -1.5 },
    },
  )
})

test('reads a property without a type as a text, quoted or not', (t) => {
  t.deepEqual(parseUserProperties('a;b, c;"d;e, f"'), {
    a: { type: 'string', value: 'b' },
    c: { type: 'string', value: 'd;e, f' },
  })
})

test('writes what it reads', (t) => {
  const text = 'color;"a \\"b\\"; c, d\\\\";string,count;3;integer,sure;true;boolean,big;9007199254740993;long'
  t.is(renderUserProperties(parseUserProperties(text)), text)
})

test('does not show the correlation id that travels as a property', (t) => {
  t.is(renderUserProperties({ JMSCorrelationID: { type: 'string', value: 'x' } }), undefined)
})

test('reads names that objects have by themselves', (t) => {
  t.deepEqual(Object.keys(parseUserProperties('constructor;1,__proto__;2')), ['constructor', '__proto__'])
})

for (const [title, text, message] of [
  ['a property without a value', 'a', /name; value; type/],
  ['four parts', 'a;b;string;c', /name; value; type/],
  ['a type that does not exist', 'a;1;number', /must be one of boolean, byte/],
  ['a number that does not fit its type', 'a;128;byte', /from -128 to 127/],
  ['no number', 'a;x;integer', /whole number/],
  ['no finite number', 'a;1e999;double', /must be a number/],
  ['a truth that is none', 'a;1;boolean', /true or false/],
  ['a name twice', 'a;1,a;2', /twice/],
  ['a reserved name', 'JMSPriority;1', /is not a valid property name/],
  ['a quote that is not closed', 'a;"b', /closing double quote is missing/],
  ['a name with a blank', 'x y;1', /is not a valid property name/],
] as const) {
  test(`refuses ${title}`, (t) => {
    t.throws(() => parseUserProperties(text), { message })
  })
}
